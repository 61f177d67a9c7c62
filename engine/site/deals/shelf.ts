import type { Deal, DealPage } from '#schemas/generated/api/deals.ts'
import type { Category, OldPrice } from '#schemas/generated/deals.ts'
import type { Market, SiteDefinition } from '#schemas/generated/site.ts'
import { fold, rankOf, wordsIn } from './deal-search.ts'
import type { ListedDeal } from './listed-deal.ts'

/** Which deals are asked for: those of a language, where it says nothing else. */
export interface DealsAsked {
  locale: string
  category?: Category | undefined
  /** The name of a shop, in whatever case and with or without its accents. */
  shop?: string | undefined
  /** What comes first: what ends soonest, where it says nothing else. */
  sort?: DealSort | undefined
}

/** What deals can be sorted by, other than by their end. */
export const dealSorts = ['saving', 'price'] as const

export type DealSort = (typeof dealSorts)[number]

/** How many deals a page has that says nothing else. */
export const usualLimit = 8

/** How many deals a search finds at most. */
export const mostFound = 100

/**
 * The deals that hold at a moment, in the order in which they end. It is the same object until one begins or ends, or
 * the feed changes: what was made of it is good as long as the shelf is the same.
 */
export interface Shelf {
  /** How many they are, in all languages. */
  size: number
  /** Pages count from 1; one beyond the last is empty. A language that the site lacks has no deals. */
  page: (asked: DealsAsked & { limit?: number | undefined; page?: number | undefined }) => DealPage
  /** The deals that hold every word of the term in their title or shop: whole words first, then beginnings, then parts. */
  search: (asked: { term: string; locale: string }) => readonly Deal[]
  /** The shops that have deals there, in alphabetical order. */
  shops: (asked: Pick<DealsAsked, 'locale' | 'category'>) => readonly string[]
}

/** All deals of a feed, those to come included. */
export interface DealStock {
  /** In the order in which they end. */
  listed: readonly ListedDeal[]
  /** @param now in ms since the epoch */
  at: (now: number) => Shelf
}

/** A deal as it is shown in a language, and how it is found. */
interface Placed {
  deal: Deal
  /** The name of its shop, folded. */
  shop: string
  /** The folded words of its title and shop. */
  words: () => readonly string[]
}

/** The deals that are shown in a language, whenever they hold, by id. */
type InLanguage = (locale: string) => ReadonlyMap<string, Placed>

/** @param site says which market each language has */
export function dealStock(listed: readonly ListedDeal[], { locales }: Pick<SiteDefinition, 'locales'>): DealStock {
  const ordered = listed.toSorted((one, other) => one.end - other.end || (one.id < other.id ? -1 : 1))
  const moments = [...new Set(ordered.flatMap(({ start, end }) => [start, end]))].sort((one, other) => one - other)
  const known = new Map<string, ReadonlyMap<string, Placed>>()
  const inLanguage: InLanguage = (locale) => {
    const market = Object.hasOwn(locales, locale) ? locales[locale] : undefined
    if (!market) return new Map()
    const found =
      known.get(locale) ??
      new Map(ordered.flatMap((each) => shownDeal(each, locale, market) ?? []).map((deal) => [deal.id, placed(deal)]))
    known.set(locale, found)
    return found
  }
  let kept: { from: number; until: number; shelf: Shelf } | null = null
  return {
    listed: ordered,
    at(now) {
      if (kept === null || now < kept.from || now >= kept.until) {
        const holding = ordered.filter(({ start, end }) => start <= now && now < end)
        const from = moments.findLast((moment) => moment <= now) ?? Number.NEGATIVE_INFINITY
        const until = moments.find((moment) => moment > now) ?? Number.POSITIVE_INFINITY
        kept = { from, until, shelf: shelfOf(holding, inLanguage) }
      }
      return kept.shelf
    },
  }
}

/** Where there are no deals. */
export const emptyShelf: Shelf = dealStock([], { locales: {} }).at(0)

/** Its words are found when somebody searches first. */
function placed(deal: Deal): Placed {
  let words: readonly string[] | undefined
  return {
    deal,
    shop: fold(deal.shop),
    words() {
      words ??= wordsIn(`${deal.title} ${deal.shop}`)
      return words
    },
  }
}

function shelfOf(holding: readonly ListedDeal[], inLanguage: InLanguage): Shelf {
  const found = new Map<string, readonly Placed[]>()
  /** Languages and categories are few, so they are found once. */
  const of = (locale: string, category?: Category): readonly Placed[] => {
    const placed = inLanguage(locale)
    if (placed.size === 0) return []
    const key = `${locale} ${category ?? ''}`
    const known = found.get(key)
    if (known) return known
    const all = holding.flatMap(({ id }) => placed.get(id) ?? [])
    const matching = category === undefined ? all : all.filter(({ deal }) => deal.category === category)
    found.set(key, matching)
    return matching
  }
  return {
    size: holding.length,
    page({ locale, category, shop, sort, limit = usualLimit, page = 1 }) {
      const name = shop === undefined ? undefined : fold(shop)
      const all = of(locale, category)
      const matching = (name === undefined ? all : all.filter((each) => each.shop === name)).map(({ deal }) => deal)
      const total = matching.length
      const shown = sortedDeals(matching, sort).slice((page - 1) * limit, page * limit)
      return { deals: shown, totalPages: Math.ceil(total / limit), total }
    },
    search({ term, locale }) {
      const asked = wordsIn(term)
      if (asked.length === 0) return []
      const ranked = of(locale).flatMap(({ deal, words }) => {
        const rank = rankOf(asked, words())
        return rank === null ? [] : [{ deal, rank }]
      })
      // Sorting keeps the order of what ranks alike.
      return ranked
        .sort((one, other) => one.rank - other.rank)
        .slice(0, mostFound)
        .map(({ deal }) => deal)
    },
    shops({ locale, category }) {
      const names = new Map(of(locale, category).map(({ deal, shop }) => [shop, deal.shop]))
      return [...names.values()].sort(new Intl.Collator(locale).compare)
    },
  }
}

/** Deals in the order that is asked for; what is alike there stays in the order it has. */
function sortedDeals(deals: Deal[], sort: DealSort | undefined): Deal[] {
  if (sort === 'price') return deals.toSorted((one, other) => one.price - other.price)
  const saving = ({ oldPrice }: Deal) => oldPrice?.saving ?? 0
  return sort === 'saving' ? deals.toSorted((one, other) => saving(other) - saving(one)) : deals
}

/** A deal as it is shown in a language; null where it is not sold in its market, or nothing is said of it. */
function shownDeal(
  { id, shop, category, start, end, image, markets, words }: ListedDeal,
  locale: string,
  market: Pick<Market, 'country' | 'currency'>,
): Deal | null {
  const sold = Object.hasOwn(markets, market.country) ? markets[market.country] : undefined
  const said = Object.hasOwn(words, locale) ? words[locale] : undefined
  if (!sold || !said) return null
  const { price, oldPrice, currency = market.currency, url } = sold
  return {
    ...{ id, shop, category, title: said.title },
    ...(said.condition !== undefined && { condition: said.condition }),
    ...(image !== null && { image }),
    price,
    ...(oldPrice && { oldPrice: { ...oldPrice, saving: savingOf(price, oldPrice) } }),
    ...{ currency, url },
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  }
}

/** In whole per cent, rounded down: never more than is true. Cents are counted whole, as 0.1 × 3 is not 0.3. */
function savingOf(price: number, { amount }: OldPrice): number {
  const [now, before] = [Math.round(price * 100), Math.round(amount * 100)]
  return Math.floor(((before - now) * 100) / before)
}
