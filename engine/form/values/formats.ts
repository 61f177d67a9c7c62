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

/** Calling code → what such a number begins with, and how many digits follow. */
const ranges: Readonly<Record<string, readonly (readonly [prefix: string, digits: number])[]>> = {
  44: [
    ...['7700900', '1632960', '2079460', '2896496', '2920180', '1914980', '3069990', '8081570', '9098790'],
    ...['113', '114', '115', '116', '117', '118', '121', '131', '141', '151', '161'].map((area) => `${area}4960`),
  ].map((prefix) => [prefix, 3] as const),
  33: ['19900', '26191', '35301', '46571', '53649', '63998'].map((prefix) => [prefix, 4] as const),
  49: [
    ...['3023125', '6990009', '4066969', '2214710', '8999998'].map((prefix) => [prefix, 3] as const),
    ...['17139200', '176040690'].map((prefix) => [prefix, 2] as const),
    ...['15228817386', '15228895456', '15254599371', '1729925904', '1729968532', '1729973185'],
    ...['1729973186', '1729980752', '1749091317', '1749464308'],
  ].map((range) => (typeof range === 'string' ? ([range, 0] as const) : range)),
  // These countries keep none. Examples are of blocks that are given to no operator: 75, 300 and 060.
  34: [['7501234', 2]],
  39: [['3001234', 3]],
  31: [['601234', 3]],
}

const fictional = new RegExp(
  `^\\+(?:${Object.entries(ranges)
    .flatMap(([code, all]) => all.map(([prefix, digits]) => `${code}${prefix}\\d{${digits}}`))
    .join('|')})$`,
)

/**
 * Whether a number, in E.164, belongs to nobody: the regulator reserves it for films and books, or has assigned its block
 * to no operator. People try forms with such numbers, so a lead with one is a test. No hint shows one.
 * @see https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama
 * @see Bundesnetzagentur, Amtsblatt 7/2021, Mitteilung 148/2021: Rufnummern für Medienproduktionen (“Drama Numbers”)
 * @see ARCEP, décision n° 2018-0881, plan national de numérotation: numéros pour les œuvres audiovisuelles
 */
export function isFictionalPhone(number: string): boolean {
  return fictional.test(number)
}
