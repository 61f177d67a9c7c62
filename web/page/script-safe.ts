/** A value as JSON that cannot end the script element it stands in. */
export function scriptSafe(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
