import type { PageDefinition } from '#schemas/generated/page.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { countryLanguages } from './languages/country-languages.ts'

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
