import type { Shown } from '#engine/form/values'
import type { Deal, DealPage } from '#schemas/generated/api/deals.ts'
import type { DealsSection } from '#schemas/generated/sections/deals.ts'
import type { Asked } from '../asked.ts'
import { type DealCard, dealCard } from './deal-card.ts'
import { type DealSort, dealSorts, usualLimit } from './shelf.ts'

/** Pages that are worth keeping. Who goes on longer than that searches. */
const pages = Array.from({ length: 199 }, (_, index) => String(index + 2))

/** What of an address a section with deals reads. */
export const dealReads = { page: pages, shop: /\S/, sort: dealSorts, term: /\S/ } as const

/** Which deals an address asks for. Who searches has all shops before them. */
export interface DealsAt {
  page: number
  shop: string | null
  term: string | null
  /** What comes first, other than what ends soonest. A search has an order of its own. */
  sort: DealSort | null
}

/** @param heeded what of it visitors can choose */
export function dealsAt(
  { page, shop, sort, term }: Asked,
  heeded: { search?: boolean; shops?: boolean; pages?: boolean },
): DealsAt {
  const searched = heeded.search ? (term?.trim() ?? null) : null
  const chosen = heeded.shops && searched === null ? (shop ?? null) : null
  const sorted = heeded.pages === false || searched !== null ? undefined : dealSorts.find((each) => each === sort)
  return { page: heeded.pages === false ? 1 : Number(page ?? 1), shop: chosen, term: searched, sort: sorted ?? null }
}

/** The address of deals; the first page says nothing of it. */
export function dealsHref(path: string, section: string, { page, shop, sort, term }: Partial<DealsAt>): string {
  const pairs = Object.entries({ term, shop, sort, page: page === 1 ? null : page }).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}#${section}`
}

/** The deals of a section that an address asks for. */
export interface DealsShown {
  at: DealsAt
  cards: readonly DealCard[]
  totalPages: number
  /** How many they are on all pages. */
  total: number
  /** How many a search found; null where none was asked for. */
  found: number | null
  /** What the first card leads the others for; null where it leads none. */
  lead: 'largest' | 'soonest' | null
}

type Settings = Pick<DealsSection, 'limit' | 'pages' | 'exclusive' | 'query' | 'category'>

/** A page of deals as it is shown. */
export function shownPage(settings: Settings, at: DealsAt, page: DealPage, shown: Shown): DealsShown {
  const isFirst = at.page === 1 && at.shop === null && !at.sort
  const largest = settings.exclusive && isFirst ? largestOf(page.deals) : null
  const isSoonest = isFirst && largest === null && !settings.exclusive && leads(page.deals)
  const deals = largest === null ? page.deals : [largest, ...page.deals.filter((deal) => deal !== largest)]
  return {
    ...{
      at,
      totalPages: pagesOf(settings, page.totalPages),
      total: page.total,
      found: null,
      lead: largest !== null ? 'largest' : isSoonest ? 'soonest' : null,
    },
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
    ...{ at: { ...at, page }, totalPages, total: matches.length, found: matches.length, lead: null },
    cards: matches.slice((page - 1) * limit, page * limit).map((deal) => dealCard(deal, shown, query)),
  }
}

/** Whether the first ends before all others, and its card, of twice the width, leaves no room in the last row of three. */
function leads([first, ...others]: readonly Deal[]): boolean {
  return first !== undefined && others.length % 3 === 1 && others.every(({ end }) => first.end < end)
}

/** How many of so many pages there are to go to. */
function pagesOf({ pages = true }: Settings, count: number): number {
  return pages ? count : Math.min(1, count)
}

function largestOf(deals: readonly Deal[]): Deal | null {
  const saving = ({ oldPrice }: Deal) => oldPrice?.saving ?? 0
  return deals.reduce<Deal | null>((best, deal) => (saving(deal) > (best ? saving(best) : 0) ? deal : best), null)
}
