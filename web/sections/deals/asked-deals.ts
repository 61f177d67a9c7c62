import { type Asked, askedBy, type Query } from '#engine/site/asked.ts'
import { dealReads, dealsAt } from '#engine/site/deals/deal-query.ts'
import { type DealsShown, shownMatches, shownPage } from '#engine/site/deals/deals-view.ts'
import type { PageView, SectionView } from '#engine/site/page-view.ts'
import { fetchDeals, fetchDealsByTitle } from './deal-calls.ts'

type Section = Extract<SectionView, { kind: 'deals' }>

/**
 * A page of deals with those that another address of it asks for; null where the address asks for more than other
 * deals. The promise is rejected where they do not come.
 */
export function withDealsAt(view: PageView, query: Query): Promise<PageView> | null {
  const isOfDeals = (name: string) => Object.hasOwn(dealReads, name)
  const isSame = (name: string) => (query.get(name) ?? '') === (view.asked[name] ?? '')
  if (!view.reads.every((name) => isOfDeals(name) || isSame(name))) return null
  const others = Object.entries(view.asked).filter(([name]) => !isOfDeals(name))
  return filled(view, { ...Object.fromEntries(others), ...askedBy(dealReads, query) })
}

async function filled(view: PageView, asked: Asked): Promise<PageView> {
  const sections = view.sections.map(async (section) =>
    isDeals(section) ? { ...section, ...(await shownFor(section, view.locale, asked)) } : section,
  )
  return { ...view, asked, sections: await Promise.all(sections) }
}

function isDeals(section: SectionView): section is Section {
  return section.kind === 'deals'
}

async function shownFor(section: Section, locale: string, asked: Asked): Promise<DealsShown> {
  const { market, category, limit } = section
  const at = dealsAt(asked, section)
  const shown = { locale, market }
  if (at.term !== null) return shownMatches(section, at, await fetchDealsByTitle(at.term, locale), shown)
  const pageAt = (page: number) => fetchDeals({ locale, category, limit, page, shop: at.shop ?? undefined })
  const page = await pageAt(at.page)
  // The last deals of what was the last page are over.
  if (at.page > 1 && page.deals.length === 0) return shownPage(section, { ...at, page: 1 }, await pageAt(1), shown)
  return shownPage(section, at, page, shown)
}
