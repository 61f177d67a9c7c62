/** The length of an IBAN by country, as the registry of ISO 13616 lists them for the countries of SEPA. */
const lengths: Readonly<Record<string, number>> = {
  AD: 24,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
}

/** Whether a text is an IBAN of a SEPA country with the right check digits (ISO 7064, MOD 97-10). Spaces may stand in it. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || iban.length !== lengths[iban.slice(0, 2)]) return false
  // Country and check digits go to the end, letters count from A = 10.
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (character) => Number.parseInt(character, 36)).join('')
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** The first half of a British postcode, which names a town or district: SW1A (BS 7666; its letters may be small). */
const outward =
  '(?:[A-PR-UWYZa-pr-uwyz](?:\\d(?:\\d|[A-HJKPSTUWa-hjkpstuw])?|[A-HK-Ya-hk-y]\\d(?:\\d|[ABEHMNPRVWXYabehmnprvwxy])?))'

/** How postal codes are written, by country (ISO 3166-1 alpha-2). Letters may be small; spaces as people write them. */
const patterns: Readonly<Record<string, string>> = {
  AT: '[1-9]\\d{3}',
  BE: '[1-9]\\d{3}',
  CH: '[1-9]\\d{3}',
  DE: '(?:0[1-9]|[1-9]\\d)\\d{3}',
  ES: '(?:0[1-9]|[1-4]\\d|5[0-2])\\d{3}',
  FR: '(?:0[1-9]|[1-8]\\d|9[0-8])\\d{3}',
  GB: `[Gg][Ii][Rr] ?0[Aa]{2}|${outward} ?\\d[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]{2}`,
  IE: '(?:[AC-FHKNPRTV-Yac-fhknprtv-y]\\d{2}|[Dd]6[Ww]) ?[0-9AC-FHKNPRTV-Yac-fhknprtv-y]{4}',
  IT: '(?:[0-8]\\d|9[0-8])\\d{3}',
  LU: '(?:[Ll]-)?[1-9]\\d{3}',
  NL: '[1-9]\\d{3} ?[A-Za-z]{2}',
  PT: '[1-9]\\d{3}-?\\d{3}',
}

/** A regular expression for the postal codes of a country; where we do not know how they look there, for any. */
export function postalCodePattern(country: string): string {
  return patterns[country] ?? '[A-Za-z0-9][A-Za-z0-9 -]{1,10}'
}

/** Whether a text is a postal code of a country. */
export function isPostalCode(text: string, country: string): boolean {
  return new RegExp(`^(?:${postalCodePattern(country)})$`).test(text.trim())
}

/**
 * A regular expression for a place: the name of a town, which has no digits, a postal code of the country, or both, as
 * 10115 Berlin. The first half of a British postcode is enough.
 */
export function placePattern(country: string): string {
  const code = country === 'GB' ? `${patterns.GB}|${outward}` : postalCodePattern(country)
  const name = '[^\\d\\s][^\\d]*[^\\d\\s.,]|[^\\d\\s][^\\d\\s]\\.?'
  return `(?:${name})|(?:${code})(?:[ ,]+(?:${name}))?|(?:${name})[ ,]+(?:${code})`
}

/** Whether a text is a town or a postal code of a country. */
export function isPlace(text: string, country: string): boolean {
  return /\p{L}\P{Nd}*\p{L}|\d/u.test(text) && new RegExp(`^(?:${placePattern(country)})$`).test(text.trim())
}
