import type { PageDefinition } from '#schemas/generated/page.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'

/** Countries whose language is English wherever its market is. Some services say uk for the United Kingdom. */
const english = ['gb', 'uk', 'us']

/** What may keep a visitor from a page: `country` sends on to another language, `popup` holds on the way here. */
export type Guard = 'country' | 'popup'

export interface GuardsView {
  guards: readonly Guard[]
  /** Country in lower case → language; {} where visitors are not asked which they are in. */
  countries: Readonly<Record<string, string>>
  /** How often the popup holds a visitor from another country. */
  gate: NonNullable<SiteDefinition['gate']>
}

/** What guards a page. */
export function guardsOf(site: SiteDefinition, page: PageDefinition): GuardsView {
  const isChecked = (site.countryCheck ?? true) && !page.skipGeoRedirect
  return {
    guards: [...(isChecked ? (['country'] as const) : []), ...(page.gate === false ? [] : (['popup'] as const))],
    countries: isChecked ? countryLanguages(site) : {},
    gate: site.gate ?? 'every',
  }
}

/** The language that visitors from a country get, by its code (ISO 3166-1 alpha-2) in lower case. */
function countryLanguages({ locales, countries = {} }: SiteDefinition): Record<string, string> {
  const markets = Object.entries(locales).map(([locale, { country }]) => [country.toLowerCase(), locale] as const)
  const added = Object.entries(countries).map(([country, locale]) => [country.toLowerCase(), locale] as const)
  return Object.fromEntries([
    // Of several languages of a country the first one counts.
    ...markets.reverse(),
    ...english.flatMap((country) => (Object.hasOwn(locales, 'en') ? [[country, 'en'] as const] : [])),
    ...added,
  ])
}
