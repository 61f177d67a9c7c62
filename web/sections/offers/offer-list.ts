import type { OfferView } from '#engine/site'
import type { FormOffers } from '#schemas/generated/form.ts'

type Sort = FormOffers['sort'][number]

/** With fewer offers there is nothing to sort or to filter: all can be seen at once. */
export const fewestSorted = 4

/** The most offers that are compared. */
export const mostCompared = 3

/** What of a page's address says how its offers are shown. */
export interface Choices {
  sort: Sort
  /** The highest excess. */
  excess: number | null
  /** The term, as termOf writes it. */
  term: string | null
  /** What an offer must include. */
  benefits: readonly string[]
  /** The offers that are compared, by key. */
  compared: readonly string[]
}

/** The names of the parameters. They are apart from those that deals on the same page read. */
export const parameters = {
  sort: 'sort',
  excess: 'excess',
  term: 'length',
  benefits: 'with',
  compared: 'compare',
  /** The offer that was chosen without its consent, as the server says after a post. */
  missing: 'missing',
} as const

/** What an address asks for; whatever it may not ask for is left out. */
export function choicesOf(
  query: URLSearchParams,
  { sort, filters = [] }: Pick<FormOffers, 'sort' | 'filters'>,
): Choices {
  const asked = (name: 'excess' | 'term') => (filters.includes(name) ? query.get(parameters[name]) || null : null)
  const excess = Number(asked('excess') ?? Number.NaN)
  return {
    sort: sort.find((each) => each === query.get(parameters.sort)) ?? (sort[0] as Sort),
    excess: Number.isFinite(excess) ? excess : null,
    term: asked('term'),
    benefits: filters.includes('benefits') ? query.getAll(parameters.benefits) : [],
    compared: query.getAll(parameters.compared).slice(0, mostCompared),
  }
}

/**
 * The query that the controls of a page say; nothing of what says nothing.
 * @param before the query so far: what is not ours stays
 */
export function queryOf(
  entries: Iterable<readonly [string, unknown]>,
  { sort: [first] }: Pick<FormOffers, 'sort'>,
  before: URLSearchParams,
): string {
  const own: readonly string[] = Object.values(parameters)
  const query = new URLSearchParams([...before].filter(([name]) => !own.includes(name)))
  for (const [name, value] of entries)
    if (value !== '' && !(name === parameters.sort && value === first)) query.append(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}

/** The offers that fit, in the order that is asked for. */
export function listed(offers: readonly OfferView[], choices: Choices): OfferView[] {
  return offers.filter((offer) => fits(offer, choices)).sort(orderBy(choices.sort))
}

function fits({ excess, term, benefits = [] }: OfferView, choices: Choices): boolean {
  return (
    (choices.excess === null || (excess !== undefined && excess <= choices.excess)) &&
    (choices.term === null || (term !== undefined && termOf(term) === choices.term)) &&
    choices.benefits.every((each) => benefits.includes(each))
  )
}

/** What there is to filter by: only what some offers have and others do not. */
export function filtersOf(offers: readonly OfferView[], { filters = [] }: Pick<FormOffers, 'filters'>) {
  const excesses = distinct(offers.flatMap(({ excess }) => excess ?? [])).sort((one, other) => one - other)
  const terms = distinct(offers.flatMap(({ term }) => (term ? termOf(term) : [])))
  const benefits = distinct(offers.flatMap(({ benefits = [] }) => benefits)).filter(
    (each) => !offers.every((offer) => offer.benefits?.includes(each)),
  )
  return {
    excesses: filters.includes('excess') && excesses.length > 1 ? excesses : [],
    terms: filters.includes('term') && terms.length > 1 ? terms : [],
    benefits: filters.includes('benefits') ? benefits.slice(0, 12) : [],
  }
}

function distinct<T>(all: readonly T[]): T[] {
  return [...new Set(all)]
}

/** A term as spanText reads it, the same whichever unit the partner counts in: 12m, and 10y where months are too many to grasp. */
export function termOf({ value, unit }: NonNullable<OfferView['term']>): string {
  const months = unit === 'year' ? value * 12 : value
  return months > 60 && months % 12 === 0 ? `${months / 12}y` : `${months}m`
}

/** Whether prices are for different periods, so that they are compared over a year. */
export function isOverAYear(offers: readonly OfferView[]): boolean {
  return distinct(offers.flatMap(({ price }) => price?.period ?? [])).length > 1
}

/** What an offer that is paid by the month costs in a year; null for shorter terms, and for loans, which say a total. */
export function costOfYear({ price, rate, term }: OfferView): number | null {
  const isShort = term !== undefined && term.unit === 'month' && term.value < 12
  return price?.period === 'month' && !rate && !isShort ? Math.round(price.amount * 1200) / 100 : null
}

/**
 * The keys of the offers with the lowest price or rate, whichever the form sorts by first. None where they cannot be
 * compared: one does not say it, or some are paid once and others again and again; or where all are equal.
 */
export function lowestOf(offers: readonly OfferView[], { sort: [by] }: Pick<FormOffers, 'sort'>): readonly string[] {
  const isOnce = new Set(offers.map(({ price }) => price?.period === 'once'))
  if ((by !== 'price' && by !== 'rate') || isOnce.size > 1) return []
  const values = offers.map(ranks[by])
  const lowest = Math.min(...values)
  if (values.includes(last) || values.every((value) => value === lowest)) return []
  return offers.filter((_, index) => values[index] === lowest).map(({ key }) => key)
}

/** The most of what offers include that a card says before it is opened. */
export const mostCovers = 12

/** What offers include, in one order for all of them: what most include comes first. */
export function coversOf(offers: readonly OfferView[]): string[] {
  const all = offers.flatMap(({ benefits = [] }) => distinct(benefits))
  const count = (cover: string) => all.filter((each) => each === cover).length
  return distinct(all).sort((one, other) => count(other) - count(one))
}

/**
 * What else there is to choose each offer for, by key: it alone has no excess, or states more covers than any other.
 * Nothing where one of them does not say.
 */
export function reasonsOf(offers: readonly OfferView[]): ReadonlyMap<string, ('noExcess' | 'mostCover')[]> {
  const free = offers.filter(({ excess }) => excess === 0)
  const counts = offers.map(({ benefits = [] }) => distinct(benefits).length)
  const most = Math.max(...counts)
  const isSaid = offers.every(({ excess }) => excess !== undefined)
  return new Map(
    offers.map(({ key, excess }, index) => [
      key,
      [
        ...(isSaid && excess === 0 && free.length === 1 && offers.length > 1 ? (['noExcess'] as const) : []),
        ...(!counts.includes(0) &&
        counts[index] === most &&
        counts.filter((each) => each === most).length === 1 &&
        offers.length > 1
          ? (['mostCover'] as const)
          : []),
      ],
    ]),
  )
}

/** Whether an offer includes something, leaves it out in so many words, or does not say. */
export function includes(
  { benefits = [], exclusions = [] }: OfferView,
  cover: string,
): 'included' | 'notIncluded' | 'notSaid' {
  if (benefits.includes(cover)) return 'included'
  return exclusions.includes(cover) ? 'notIncluded' : 'notSaid'
}

/** Offers that lack what is sorted by come last, and equal ones by provider and product: nothing else counts. */
function orderBy(sort: Sort): (one: OfferView, other: OfferView) => number {
  const rank = ranks[sort]
  return (one, other) =>
    rank(one) - rank(other) || one.provider.localeCompare(other.provider) || one.product.localeCompare(other.product)
}

/** Large rather than infinite, so that two of them are equal. */
const last = Number.MAX_VALUE

const ranks: Record<Sort, (offer: OfferView) => number> = {
  price: ({ price }) => (price ? price.amount * (price.period === 'month' ? 12 : 1) : last),
  rate: ({ rate }) => rate?.apr ?? last,
  excess: ({ excess }) => excess ?? last,
  rating: ({ rating }) => (rating ? -rating.value / rating.of : last),
  provider: () => 0,
}
