import type { SiteDefinition } from '#schemas/generated/site.ts'

/** Countries whose language is English wherever its market is. Some services say uk for the United Kingdom. */
const english = ['gb', 'uk', 'us']

/** The language that visitors from a country get, by its code (ISO 3166-1 alpha-2) in lower case. */
export function countryLanguages({ locales, countries = {} }: SiteDefinition): Record<string, string> {
  const markets = Object.entries(locales).map(([locale, { country }]) => [country.toLowerCase(), locale] as const)
  const added = Object.entries(countries).map(([country, locale]) => [country.toLowerCase(), locale] as const)
  return Object.fromEntries([
    // Of several languages of a country the first one counts.
    ...markets.reverse(),
    ...english.flatMap((country) => (Object.hasOwn(locales, 'en') ? [[country, 'en'] as const] : [])),
    ...added,
  ])
}
