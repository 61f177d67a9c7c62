import { expect, test } from 'vitest'
import {
  choicesOf,
  costOfYear,
  coversOf,
  filtersOf,
  includes,
  isOverAYear,
  listed,
  lowestOf,
  queryOf,
  reasonsOf,
  termOf,
} from './offer-list.ts'
import { offer } from './testing/results.ts'

const shows = {
  card: ['price' as const],
  sort: ['price', 'excess', 'rating', 'provider'] as ['price', 'excess', 'rating', 'provider'],
  filters: ['excess', 'term', 'benefits'] as ['excess', 'term', 'benefits'],
}
const cheap = offer('cheap', { price: { amount: 10, period: 'month' }, excess: 300, benefits: ['theft'] })
const yearly = offer('yearly', { price: { amount: 110, period: 'year' }, excess: 0, benefits: ['theft', 'fire'] })
const rated = offer('rated', { provider: 'Zeta', rating: { value: 9, of: 10, source: 'x' }, benefits: ['theft'] })
const all = [cheap, rated, yearly]

const keys = (query: string, offers = all) =>
  listed(offers, choicesOf(new URLSearchParams(query), shows)).map(({ key }) => key)

test('the first order is the default, prices count over a year, and what has none comes last', () => {
  expect(keys('')).toEqual(['yearly', 'cheap', 'rated'])
  expect(keys('sort=excess')).toEqual(['yearly', 'cheap', 'rated'])
  expect(keys('sort=rating')).toEqual(['rated', 'cheap', 'yearly'])
  expect(keys('sort=commission')).toEqual(keys(''))
  expect(isOverAYear(all)).toBe(true)
  expect(isOverAYear([cheap, rated])).toBe(false)
})

test('equal offers are in the order of their names, wherever they came from', () => {
  const equal = ['c', 'a', 'b'].map((key) => offer(key, { price: { amount: 10, period: 'month' } }))
  expect(keys('', equal)).toEqual(['a', 'b', 'c'])
})

test('a year is said of what is paid by the month for that long', () => {
  const month = { amount: 14.1, period: 'month' as const }
  expect(costOfYear(offer('a', { price: month }))).toBe(169.2)
  expect(costOfYear(offer('a', { price: month, term: { value: 1, unit: 'year' } }))).toBe(169.2)
  expect(costOfYear(offer('a', { price: month, term: { value: 6, unit: 'month' } }))).toBeNull()
  expect(costOfYear(offer('a', { price: month, rate: { apr: 5 } }))).toBeNull()
  expect(costOfYear(yearly)).toBeNull()
})

test('the lowest is what the form sorts by, and only where all say it and can be compared', () => {
  expect(lowestOf([cheap, yearly], shows)).toEqual(['yearly'])
  expect(lowestOf(all, shows)).toEqual([])
  expect(lowestOf([cheap], shows)).toEqual([])
  expect(lowestOf([cheap, { ...cheap, key: 'same' }], shows)).toEqual([])
  expect(lowestOf([cheap, { ...yearly, price: { amount: 1, period: 'once' } }], shows)).toEqual([])
  expect(lowestOf([cheap, yearly], { sort: ['provider'] })).toEqual([])
  const rates = [4, 3].map((apr) => offer(`${apr}`, { price: { amount: 10 - apr, period: 'month' }, rate: { apr } }))
  expect(lowestOf(rates, { sort: ['rate', 'price'] })).toEqual(['3'])
})

test('what is included has one order, what most include first; the rest is excluded or not said', () => {
  const bare = offer('bare', { benefits: ['theft'], exclusions: ['fire', 'flood'] })
  expect(coversOf([offer('x', { benefits: ['storm', 'storm'] }), yearly, bare])).toEqual(['theft', 'storm', 'fire'])
  expect(['theft', 'fire', 'storm'].map((cover) => includes(bare, cover))).toEqual([
    'included',
    'notIncluded',
    'notSaid',
  ])
})

test('equal terms are written alike, whichever unit they came in', () => {
  expect(termOf({ value: 1, unit: 'year' })).toBe(termOf({ value: 12, unit: 'month' }))
  expect([termOf({ value: 48, unit: 'month' }), termOf({ value: 10, unit: 'year' })]).toEqual(['48m', '10y'])
})

test('filters leave what fits; those that the form does not have are ignored', () => {
  expect(keys('excess=150')).toEqual(['yearly'])
  expect(keys('excess=no')).toHaveLength(3)
  expect(keys('with=theft&with=fire')).toEqual(['yearly'])
  expect(keys('length=12m')).toEqual([])
  expect(choicesOf(new URLSearchParams('excess=150&with=fire'), { sort: ['price'] })).toMatchObject({
    excess: null,
    benefits: [],
  })
})

test('only what tells offers apart can be filtered by', () => {
  expect(filtersOf(all, shows)).toEqual({ excesses: [0, 300], terms: [], benefits: ['fire'] })
  expect(filtersOf([cheap], shows)).toEqual({ excesses: [], terms: [], benefits: [] })
})

test('three offers are compared at most', () => {
  const query = new URLSearchParams('compare=a&compare=b&compare=c&compare=d')
  expect(choicesOf(query, shows).compared).toEqual(['a', 'b', 'c'])
})

test('the address says what differs from the start, and keeps what is not ours', () => {
  const before = new URLSearchParams('test=phone&sort=excess&missing=x')
  const said = [
    ['sort', 'price'],
    ['excess', ''],
    ['compare', 'alba/1'],
  ] as const
  expect(queryOf(said, shows, before)).toBe('?test=phone&compare=alba%2F1')
  expect(queryOf([['sort', 'price']], shows, new URLSearchParams())).toBe('')
})

test('an offer has a reason where it alone has no excess or states most, and each says so much', () => {
  const none = offer('none', { excess: 0, benefits: ['theft'] })
  const most = offer('most', { excess: 100, benefits: ['theft', 'fire'] })
  const reasons = (offers: Parameters<typeof reasonsOf>[0]) => Object.fromEntries(reasonsOf(offers))
  expect(reasons([none, most])).toEqual({ none: ['noExcess'], most: ['mostCover'] })
  expect(reasons([none])).toEqual({ none: [] })
  expect(reasons([none, { ...none, key: 'other' }])).toEqual({ none: [], other: [] })
  const { excess: _, benefits: __, ...silent } = offer('silent')
  expect(reasons([none, most, silent])).toEqual({ none: [], most: [], silent: [] })
})
