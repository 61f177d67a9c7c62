import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Deal } from '#schemas/generated/api/deals.ts'
import type { ListedDeal } from './listed-deal.ts'
import { dealStock, mostFound, type Shelf } from './shelf.ts'

const locales = {
  en: { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' },
  es: { country: 'ES', currency: 'EUR', timeZone: 'Europe/Madrid' },
} as const
const site = { locales }

const url = 'https://shop.example/deal'
const categories = ['fashion', 'tech', 'home', 'games'] as const
const titles = [
  'Wool coat',
  'Café crème',
  'Coat stand',
  'E-reader 6"',
  'Straße',
  'STRASSE map',
  'Ovencoat',
  'Ligature ﬁne',
]
const day = 86_400_000
const now = Date.parse('2026-11-22T12:00:00Z')

const listed: fc.Arbitrary<readonly ListedDeal[]> = fc
  .array(
    fc.record({
      shop: fc.constantFrom('Halden & Moss', 'Ñandú', 'Fleetfoot'),
      category: fc.constantFrom(...categories),
      begins: fc.integer({ min: -3, max: 3 }),
      lasts: fc.integer({ min: 1, max: 5 }),
      title: fc.constantFrom(...titles),
      markets: fc.subarray(['GB', 'ES'], { minLength: 1 }),
      languages: fc.subarray(['en', 'es'], { minLength: 1 }),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all.map(({ begins, lasts, markets, languages, title, ...deal }, index) => ({
      ...deal,
      id: `deal-${index}`,
      start: now + begins * day,
      end: now + (begins + lasts) * day,
      image: null,
      markets: Object.fromEntries(markets.map((country) => [country, { price: 10, url }])),
      words: Object.fromEntries(languages.map((locale) => [locale, { title }])),
    })),
  )

const asked = fc.record({
  locale: fc.constantFrom('en' as const, 'es' as const),
  category: fc.constantFrom(undefined, ...categories),
  shop: fc.constantFrom(undefined, 'nandu', 'HALDEN & MOSS', 'Nobody'),
})

/** What holds, found the slow way. */
function holding(
  deals: readonly ListedDeal[],
  { locale, category, shop }: { locale: 'en' | 'es'; category?: string | undefined; shop?: string | undefined },
): ListedDeal[] {
  const shops: Record<string, string> = { nandu: 'Ñandú', 'HALDEN & MOSS': 'Halden & Moss' }
  return deals
    .filter((deal) => deal.start <= now && deal.end > now)
    .filter((deal) => deal.markets[locales[locale].country] && deal.words[locale])
    .filter((deal) => category === undefined || deal.category === category)
    .filter((deal) => shop === undefined || deal.shop === shops[shop])
    .toSorted((one, other) => one.end - other.end || (one.id < other.id ? -1 : 1))
}

const ids = (deals: readonly { id: string }[]) => deals.map(({ id }) => id)

function allPages(shelf: Shelf, limit: number, filter: { locale: string }): { pages: Deal[][]; totalPages: number } {
  const { totalPages } = shelf.page({ ...filter, limit })
  const pages = Array.from({ length: totalPages + 1 }, (_, index) => [
    ...shelf.page({ ...filter, limit, page: index + 1 }).deals,
  ])
  return { pages, totalPages }
}

test('with any limit the pages hold every deal once, in order, and the last of them is not empty', () => {
  fc.assert(
    fc.property(listed, asked, fc.integer({ min: 1, max: 50 }), (deals, filter, limit) => {
      const { pages, totalPages } = allPages(dealStock(deals, site).at(now), limit, filter)
      const all = ids(holding(deals, filter))
      expect(ids(pages.flat())).toEqual(all)
      expect(totalPages).toBe(Math.ceil(all.length / limit))
      expect(pages.at(-1)).toEqual([])
      expect(pages.slice(0, -2).every((page) => page.length === limit)).toBe(true)
    }),
  )
})

test('pages that are asked for in any sequence are the same', () => {
  fc.assert(
    fc.property(
      listed,
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))),
      (deals, sequence) => {
        const shelf = dealStock(deals, site).at(now)
        const all = ids(holding(deals, { locale: 'en' }))
        for (const [limit, page] of sequence)
          expect(ids(shelf.page({ locale: 'en', limit, page }).deals)).toEqual(
            all.slice((page - 1) * limit, page * limit),
          )
      },
    ),
  )
})

/** One letter at a time, without any of the tables that the search has. */
function naiveSearch(deals: readonly ListedDeal[], term: string, locale: 'en' | 'es'): string[] {
  const same = new Intl.Collator('en', { sensitivity: 'base', usage: 'search' })
  const split = (text: string) =>
    text
      .replaceAll('ß', 'ss')
      .normalize('NFKD')
      .split(/[^\p{L}\p{N}\p{M}]+/u)
      .map((word) => word.replaceAll(/\p{M}/gu, ''))
      .filter(Boolean)
  const parts = split(term)
  if (parts.length === 0) return []
  const found = holding(deals, { locale }).flatMap(({ id, shop, words }) => {
    const said = split(`${words[locale]?.title} ${shop}`)
    const ranks = parts.map((part) => {
      const at = said.map((word) => {
        if (same.compare(word, part) === 0) return 0
        const places = [...Array(word.length).keys()].filter(
          (from) => same.compare(word.slice(from, from + part.length), part) === 0,
        )
        return places[0] === 0 ? 1 : places.length > 0 ? 2 : 3
      })
      return Math.min(...at)
    })
    return Math.max(...ranks) > 2 ? [] : [{ id, rank: Math.max(...ranks) }]
  })
  return [0, 1, 2].flatMap((rank) => found.filter((each) => each.rank === rank)).map(({ id }) => id)
}

const terms = fc.oneof(
  fc.constantFrom(
    'coat',
    'COAT',
    'cafe',
    'crè',
    'strasse',
    'straße',
    'co',
    'oat',
    'reader e',
    'moss coat',
    'fine',
    'nandu',
    '',
    ' - ',
    '6',
  ),
  fc.string({ unit: fc.constantFrom(...'abcdeost "-éñ'), maxLength: 6 }),
)

test('a search finds what a naive one finds, in the same order', () => {
  fc.assert(
    fc.property(listed, terms, asked, (deals, term, { locale }) => {
      const found = dealStock(deals, site).at(now).search({ term, locale })
      expect(ids(found)).toEqual(naiveSearch(deals, term, locale).slice(0, mostFound))
    }),
    { numRuns: 300 },
  )
})

test('a deal is shown from its start to its end, and the shelf is the same object in between', () => {
  const [deal] = fc.sample(
    listed.filter(([first]) => first !== undefined),
    1,
  )[0] as [ListedDeal]
  const sold = {
    ...deal,
    markets: { GB: { price: 10, url } },
    words: { en: { title: 'Coat' } },
    start: now,
    end: now + 1000,
  }
  const stock = dealStock([sold], site)
  const shown = (at: number) => stock.at(at).page({ locale: 'en' }).deals.length
  const found = (at: number) => stock.at(at).search({ term: 'coat', locale: 'en' }).length
  expect([now - 1, now, now + 999, now + 1000].map(shown)).toEqual([0, 1, 1, 0])
  expect([now - 1, now, now + 999, now + 1000].map(found)).toEqual([0, 1, 1, 0])
  expect(stock.at(now + 999)).toBe(stock.at(now))
  expect(stock.at(now + 1000)).not.toBe(stock.at(now))
})

test('a deal is shown with the price of its market, what is saved is rounded down, and no old price is made up', () => {
  const deal: ListedDeal = {
    ...{ id: 'coat', shop: 'Moss', category: 'fashion', start: now, end: now + day, image: '/media/coat-1.svg' },
    markets: {
      GB: { price: 0.7, oldPrice: { amount: 0.9, basis: 'lowest-30-days' }, url },
      ES: { price: 19.99, currency: 'USD', url },
    },
    words: { en: { title: 'Coat', condition: 'In grey.' }, es: { title: 'Abrigo' } },
  }
  const shelf = dealStock([deal], site).at(now)
  const shown = { ...{ id: 'coat', shop: 'Moss', category: 'fashion', image: '/media/coat-1.svg', url } }
  const times = { start: '2026-11-22T12:00:00.000Z', end: '2026-11-23T12:00:00.000Z' }
  expect(shelf.page({ locale: 'en' }).deals).toEqual([
    {
      ...{ ...shown, ...times, title: 'Coat', condition: 'In grey.', price: 0.7, currency: 'GBP' },
      oldPrice: { amount: 0.9, basis: 'lowest-30-days', saving: 22 },
    },
  ])
  expect(shelf.page({ locale: 'es' }).deals).toEqual([
    { ...shown, ...times, title: 'Abrigo', price: 19.99, currency: 'USD' },
  ])
  expect(shelf.page({ locale: 'pt' })).toEqual({ deals: [], totalPages: 0, total: 0 })
  expect(shelf.shops({ locale: 'en', category: 'fashion' })).toEqual(['Moss'])
  expect(shelf.shops({ locale: 'en', category: 'games' })).toEqual([])
})
