/** Slips in values that a pattern refuses, and how each is set right. */
const slips: readonly ((text: string) => string)[] = [
  (text) => text.trim(),
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => text.replace(/\/+$/, ''),
  (text) => (text.startsWith('/') ? text : `/${text}`),
  (text) => text.replace(/^(\d):/, '0$1:'),
  (text) => text.replace('.', ':'),
  (text) => `https://${text}`,
]

/** The value as its pattern wants it, if one slip or two lie between; null when it is another mistake. */
export function corrected(text: string, pattern: string): string | null {
  const right = new RegExp(pattern, 'u')
  const once = slips.map((slip) => slip(text))
  const twice = once.flatMap((each) => slips.map((slip) => slip(each)))
  return [...once, ...twice].find((each) => each !== text && right.test(each)) ?? null
}
