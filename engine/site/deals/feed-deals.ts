import { forLocale, isTree } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import type { Library, ProblemIn, ShapeCheck } from '#engine/library'
import { categoryProblems, isCurrency, memoizeByRead, unknownCurrency } from '#engine/library'
import type { DealDefinition, DealMarket, DealsDefinition, DealWords } from '#schemas/generated/deals.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { inLanguage } from '../in-language.ts'
import type { ListedDeal } from './listed-deal.ts'

/** deals.json stands at the top, and is known under this name in its folder of one. */
const dealsId = 'deals'

const kept = memoizeByObject<readonly ListedDeal[]>()
const keptWords = memoizeByRead<readonly (readonly [string, ReturnType<typeof wordsIn>])[]>()

/** What a feed is read with. */
interface FeedReading {
  check: ShapeCheck
  site: Pick<SiteDefinition, 'locales' | 'deals'>
  /** The path of a drawing by its id; null where there is none. */
  imageOf: (picture: string) => string | null
}

/** The deals of a feed, and a line for each that cannot be used; or why the feed as a whole cannot be. */
export type ReadFeed =
  | { ok: true; deals: readonly ListedDeal[]; leftOut: readonly string[] }
  | { ok: false; reason: string }

const schema = 'deals.schema.json'

/** Reads the feed of an upstream. A deal with a mistake is left out; a feed with nothing but such deals is none. */
export function feedDeals(feed: unknown, { check, site, imageOf }: FeedReading): ReadFeed {
  if (!isTree(feed) || !isTree(feed.deals)) return { ok: false, reason: 'It is no feed: an object with "deals".' }
  const frame = check(schema, 'feed', { ...feed, deals: {} })
  if (frame.length > 0) return { ok: false, reason: frame.map(lineOf).join(' ') }
  const { locales } = feed as unknown as DealsDefinition
  const deals: ListedDeal[] = []
  const leftOut: string[] = []
  for (const [id, deal] of Object.entries(feed.deals)) {
    const found = check(schema, 'feed', { locales, deals: { [id]: deal } })
    const problems = found.length > 0 ? found : dealProblems(deal as DealDefinition, site)
    const [first] = problems
    if (first) leftOut.push(lineOf({ ...first, path: found.length > 0 ? first.path : ['deals', id, ...first.path] }))
    else deals.push(listed(id, deal as DealDefinition, locales, imageOf))
  }
  const [first] = leftOut
  if (deals.length === 0 && first) return { ok: false, reason: `None of its deals can be used. The first: ${first}` }
  return { ok: true, deals, leftOut }
}

function listed(
  id: string,
  { shop, category, start, end, picture, markets, title, condition, locales: own, translations }: DealDefinition,
  [source = '']: readonly string[],
  imageOf: FeedReading['imageOf'],
): ListedDeal {
  const words = { ...translations, [source]: { title, ...(condition !== undefined && { condition }) } }
  return {
    ...{ id, shop, category, markets },
    ...{ start: Date.parse(start), end: Date.parse(end) },
    image: picture === undefined ? null : imageOf(picture),
    words: Object.fromEntries(Object.entries(words).filter(([locale]) => own?.includes(locale) ?? true)),
  }
}

/** What others wrote may be of any length. */
const longestLine = 300

function lineOf({ path, message }: Pick<ProblemIn, 'path' | 'message'>): string {
  const line = [...(path.length > 0 ? [`${path.join('.')}:`] : []), message].join(' ')
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line
}

/** What is wrong with a deal of the right shape, wherever it comes from. */
export function dealProblems(
  { category, start, end, markets }: Pick<DealDefinition, 'category' | 'start' | 'end' | 'markets'>,
  { locales, deals }: Pick<SiteDefinition, 'locales' | 'deals'>,
): ProblemIn[] {
  const countries = Object.values(locales).map(({ country }) => country)
  const isShown = countries.some((country) => Object.hasOwn(markets, country))
  return [
    ...categoryProblems(category, deals?.categories),
    ...momentProblems(start, end),
    ...(isShown ? [] : [{ path: ['markets'], on: 'key' as const, message: nowhere(Object.keys(markets), countries) }]),
    ...Object.entries(markets).flatMap(([country, market]) =>
      marketProblems(market).map(({ path, ...problem }) => ({ path: ['markets', country, ...path], ...problem })),
    ),
  ]
}

function nowhere(markets: readonly string[], countries: readonly string[]): string {
  const either = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(markets)
  const known = new Intl.ListFormat('en-GB').format(new Set(countries))
  return `No language of the site has ${either} as its market, so this is never shown. Markets are ${known}.`
}

function momentProblems(start: string, end: string): ProblemIn[] {
  const say = (key: string, message: string) => [{ path: [key], on: 'value' as const, message }]
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if (Number.isNaN(from)) return say('start', noMoment(start))
  if (Number.isNaN(to)) return say('end', noMoment(end))
  return from < to ? [] : say('end', 'The deal ends before it begins. "end" must be later than "start".')
}

function noMoment(text: string): string {
  return `There is no moment ${text}. Write one such as 2026-12-01T09:00:00+01:00.`
}

function marketProblems({ price, oldPrice, currency }: DealMarket): ProblemIn[] {
  const say = (path: readonly string[], message: string) => [{ path, on: 'value' as const, message }]
  return [
    ...(oldPrice && oldPrice.amount <= price
      ? say(['oldPrice', 'amount'], 'The old price must be above the price. Correct it, or take "oldPrice" out.')
      : []),
    ...(currency === undefined || isCurrency(currency) ? [] : say(['currency'], unknownCurrency(currency))),
  ]
}

/** The deals of deals.json with their words in each language; none without such a file. */
export function siteDeals(library: Library, imageOf: (picture: string) => string | null): readonly ListedDeal[] {
  const definition = library.deals.get(dealsId)?.value
  if (!definition) return []
  return kept(library, '', () => {
    const languages = keptWords(definition, '', library, (of) =>
      definition.locales.map((locale) => [locale, wordsIn(of, locale)] as const),
    )
    return Object.entries(definition.deals).map(([id, { shop, category, start, end, picture, markets }]) => ({
      ...{ id, shop, category, markets },
      ...{ start: Date.parse(start), end: Date.parse(end) },
      image: picture === undefined ? null : imageOf(picture),
      words: Object.fromEntries(
        languages.flatMap(([locale, words]) => (words[id] ? [[locale, words[id]] as const] : [])),
      ),
    }))
  })
}

/** What is said of each deal that is offered in a language, by id. */
function wordsIn(library: Library, locale: string): Readonly<Record<string, DealWords>> {
  const said = inLanguage(library, 'deals', dealsId, locale) as DealsDefinition | null
  const offered = said ? forLocale(said.deals, locale) : {}
  return Object.fromEntries(
    Object.entries(offered).map(([id, { title, condition }]) => [
      id,
      { title, ...(condition !== undefined && { condition }) },
    ]),
  )
}
