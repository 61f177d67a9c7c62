import type { Shown } from '#engine/form/values'
import type { Deal, DealPage } from '#schemas/generated/api/deals.ts'
import type { DealsSection } from '#schemas/generated/sections/deals.ts'
import { type DealCard, dealCard } from './deal-card.ts'
import type { DealsAt } from './deal-query.ts'
import { usualLimit } from './shelf.ts'

/** The deals of a section that an address asks for. */
export interface DealsShown {
  at: DealsAt
  cards: readonly DealCard[]
  totalPages: number
  /** How many a search found; null where none was asked for. */
  found: number | null
  /** Whether the first card is the one that saves most. */
  isLargestFirst: boolean
}

type Settings = Pick<DealsSection, 'limit' | 'pages' | 'exclusive' | 'query' | 'category'>

/** A page of deals as it is shown. */
export function shownPage(settings: Settings, at: DealsAt, page: DealPage, shown: Shown): DealsShown {
  const isFirst = at.page === 1 && at.shop === null
  const largest = settings.exclusive && isFirst ? largestOf(page.deals) : null
  const deals = largest === null ? page.deals : [largest, ...page.deals.filter((deal) => deal !== largest)]
  return {
    ...{ at, totalPages: pagesOf(settings, page.totalPages), found: null, isLargestFirst: largest !== null },
    cards: deals.map((deal) => dealCard(deal, shown, settings.query)),
  }
}

/** What a search found, of the section's category, page by page; from the start where it has no such page. */
export function shownMatches(settings: Settings, at: DealsAt, deals: readonly Deal[], shown: Shown): DealsShown {
  const { limit = usualLimit, category, query } = settings
  const matches = category === undefined ? deals : deals.filter((deal) => deal.category === category)
  const totalPages = pagesOf(settings, Math.ceil(matches.length / limit))
  const page = at.page > totalPages ? 1 : at.page
  return {
    ...{ at: { ...at, page }, totalPages, found: matches.length, isLargestFirst: false },
    cards: matches.slice((page - 1) * limit, page * limit).map((deal) => dealCard(deal, shown, query)),
  }
}

/** How many of so many pages there are to go to. */
function pagesOf({ pages = true }: Settings, count: number): number {
  return pages ? count : Math.min(1, count)
}

function largestOf(deals: readonly Deal[]): Deal | null {
  const saving = ({ oldPrice }: Deal) => oldPrice?.saving ?? 0
  return deals.reduce<Deal | null>((best, deal) => (saving(deal) > (best ? saving(best) : 0) ? deal : best), null)
}
