/** How postal codes are written, by country (ISO 3166-1 alpha-2). Letters may be small; spaces as people write them. */
const patterns: Readonly<Record<string, string>> = {
  AT: '\\d{4}',
  BE: '\\d{4}',
  CH: '\\d{4}',
  DE: '\\d{5}',
  ES: '(?:0[1-9]|[1-4]\\d|5[0-2])\\d{3}',
  FR: '\\d{5}',
  GB: '[Gg][Ii][Rr] ?0[Aa]{2}|[A-Za-z]{1,2}\\d[A-Za-z\\d]? ?\\d[A-Za-z]{2}',
  IE: '(?:[AC-FHKNPRTV-Yac-fhknprtv-y]\\d{2}|[Dd]6[Ww]) ?[0-9AC-FHKNPRTV-Yac-fhknprtv-y]{4}',
  IT: '\\d{5}',
  LU: '(?:[Ll]-)?\\d{4}',
  NL: '[1-9]\\d{3} ?[A-Za-z]{2}',
  PT: '\\d{4}-?\\d{3}',
}

/** A regular expression for the postal codes of a country; where we do not know how they look there, for any. */
export function postalCodePattern(country: string): string {
  return patterns[country] ?? '[A-Za-z0-9][A-Za-z0-9 -]{1,10}'
}

/** Whether a text is a postal code of a country. */
export function isPostalCode(text: string, country: string): boolean {
  return new RegExp(`^(?:${postalCodePattern(country)})$`).test(text.trim())
}
