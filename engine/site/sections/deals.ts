import type { DealsSection } from '#schemas/generated/sections/deals.ts'
import type { Market } from '#schemas/generated/site.ts'
import { attributionNames } from '../attribution-names.ts'
import { type DealsShown, dealReads, dealsAt, shownMatches, shownPage } from '../deals/deal-query.ts'
import { fold } from '../deals/deal-search.ts'
import type { SectionKind, SectionSetting } from '../section-kind.ts'

/** What a section with deals shows, and what a browser needs that shows others of them. */
export interface DealsView extends Omit<DealsSection, 'clickId'>, DealsShown {
  market: Market
  /** The shops to choose from. */
  choices: readonly string[]
  /** The parameter under which the visitor's click id goes along. */
  clickId?: string
}

/** The deals that hold now, page by page, of a shop, or those that a search finds. */
export const deals = {
  reads: dealReads,
  showsDeals: true,
  words: 'deals',

  view({ clickId, ...section }, setting) {
    const { catalog, locale, shelf } = setting
    const market = catalog.definition.locales[locale] as Market
    const choices = section.shops ? shelf.shops({ locale, category: section.category }) : []
    return {
      ...section,
      ...shownFor(section, setting, choices, market),
      market,
      choices,
      ...(clickId && { clickId: attributionNames(catalog.definition)[0] as string }),
    }
  },
} satisfies SectionKind<DealsSection, DealsView>

function shownFor(
  section: DealsSection,
  { asked, locale, shelf }: SectionSetting,
  choices: readonly string[],
  market: Market,
): DealsShown {
  const shown = { locale, market }
  const at = dealsAt(asked, section)
  if (at.term !== null) return shownMatches(section, at, shelf.search({ term: at.term, locale }), shown)
  const { category, limit } = section
  const shop = at.shop === null ? null : (choices.find((name) => fold(name) === fold(at.shop ?? '')) ?? '')
  const pageAt = (page: number) => shelf.page({ locale, category, limit, page, ...(shop !== null && { shop }) })
  const page = pageAt(at.page)
  // A page that there is none of is the first.
  const isBeyond = at.page > page.totalPages
  return shownPage(section, { ...at, shop, page: isBeyond ? 1 : at.page }, isBeyond ? pageAt(1) : page, shown)
}
