/** What is taken out of a text, and what stands in its place. */
const rules: readonly [RegExp, string][] = [
  // Browsers quote what they could not read, with the quotation marks in it.
  [/"[\s\S]*"|“[\s\S]*”/g, '"…"'],
  // Queries and places of addresses.
  [/[?#][^\s?#:'")]*=[^\s'")]*/g, '?…'],
  [/[^\s@<>"'(),;:/?=&]+(?:@|%40)[^\s@<>"'(),;:/?=&]+/g, '[address]'],
  [/\b[a-z]{2}\d{2}(?:[ -]?[a-z\d]){11,30}\b/gi, '[account]'],
  // Telephone numbers, days, cards: seven digits and more, whatever groups them. Lines and columns have colons.
  [/\+?\(?\d(?:[\s()./\u00a0-]{0,3}\d){6,}/g, '[number]'],
]

/**
 * A text for the log without what looks like personal data: e-mail addresses, queries, account numbers (IBAN), telephone
 * and other long numbers, and whatever stands between double quotes.
 */
export function withoutPersonalData(text: string): string {
  return rules.reduce((cleaned, [pattern, instead]) => cleaned.replace(pattern, instead), text)
}
