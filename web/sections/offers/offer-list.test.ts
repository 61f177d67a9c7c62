import { expect, test } from 'vitest'
import { choicesOf, filtersOf, isOverAYear, listed, queryOf } from './offer-list.ts'
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
