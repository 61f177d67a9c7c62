/** The names that stand in braces in an address: campaign in https://api.example/{campaign}/leads. */
export function placeholders(template: string): string[] {
  return Array.from(template.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name)
}
