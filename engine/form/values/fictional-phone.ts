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
 * Whether a number, in E.164, is one that nobody has, since the regulator keeps it for films and books, or has
 * given its block to nobody. People try forms with them, and no hint shows one: its lead would be a test.
 * @see https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama
 * @see Bundesnetzagentur, Amtsblatt 7/2021, Mitteilung 148/2021: Rufnummern für Medienproduktionen (“Drama Numbers”)
 * @see ARCEP, décision n° 2018-0881, plan national de numérotation: numéros pour les œuvres audiovisuelles
 */
export function isFictionalPhone(number: string): boolean {
  return fictional.test(number)
}
