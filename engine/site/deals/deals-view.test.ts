import { expect, test } from 'vitest'
import type { Deal } from '#schemas/generated/api/deals.ts'
import type { Market } from '#schemas/generated/site.ts'
import { dealCard } from './deal-card.ts'
import { dealsAt, dealsHref, shownMatches, shownPage } from './deal-query.ts'

const market: Market = { country: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' }
const german = { locale: 'de', market }
const coat: Deal = {
  ...{ id: 'coat', shop: 'Halden & Moss', category: 'fashion', title: 'Wollmantel', price: 1129.5, currency: 'EUR' },
  oldPrice: { amount: 1500, basis: 'lowest-30-days', saving: 24 },
  ...{ url: 'https://shop.example/coat', start: '2026-11-01T08:00:00.000Z', end: '2026-11-30T23:00:00.000Z' },
}
const deal = (id: string, saving?: number): Deal => {
  const { oldPrice: _, ...rest } = coat
  return { ...rest, id, ...(saving !== undefined && { oldPrice: { amount: 2000, basis: 'recommended', saving } }) }
}

test('a card says prices and the last day as people of the market do', () => {
  expect(dealCard(coat, german)).toEqual({
    ...{ id: 'coat', title: 'Wollmantel', shop: 'Halden & Moss', end: '2026-11-30T23:00:00.000Z' },
    price: '1.129,50\u00a0€',
    before: { price: '1.500\u00a0€', basis: 'lowest-30-days', saving: 24, saved: '370,50\u00a0€' },
    // It ends at midnight in Berlin, when the next day has begun.
    day: '30.\u00a0November\u00a02026',
    href: 'https://shop.example/coat',
    offer: { amount: 1129.5, currency: 'EUR' },
  })
  const british: Market = { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' }
  const shown = dealCard({ ...coat, price: 49, currency: 'GBP' }, { locale: 'en', market: british })
  expect([shown.price, shown.day]).toEqual(['£49', '30\u00a0November\u00a02026'])
  // Money of another country is named.
  expect(dealCard(coat, { locale: 'en', market: british }).price).toBe('1,129.50\u00a0euros')
})

test('a deal without an earlier price, or one that saves nothing, shows none', () => {
  expect(dealCard(deal('one'), german).before).toBeUndefined()
  expect(dealCard(deal('one', 0), german).before).toBeUndefined()
  expect(dealCard(deal('one', 1), german).before?.saving).toBe(1)
})

test('parameters go along to the shop, beside its own and before its place', () => {
  const href = (url: string, query: Record<string, string>) => dealCard({ ...coat, url }, german, query).href
  const query = { utm_source: 'lead wright', ref: 'a&b' }
  expect(href('https://s.example/a', query)).toBe('https://s.example/a?utm_source=lead%20wright&ref=a%26b')
  expect(href('https://s.example/a?x=1#top', query)).toBe(
    'https://s.example/a?x=1&utm_source=lead%20wright&ref=a%26b#top',
  )
  expect(href('https://s.example/a?ref=own', query)).toBe('https://s.example/a?ref=own&utm_source=lead%20wright')
  expect(href('https://s.example/a?ref=own#', { ref: 'x' })).toBe('https://s.example/a?ref=own#')
})

test('an address can ask for another order, except of what a search found', () => {
  const heeded = { search: true, shops: true }
  expect(dealsAt({ sort: 'price' }, heeded).sort).toBe('price')
  expect(dealsAt({ sort: 'colour' }, heeded).sort).toBeNull()
  expect(dealsAt({ sort: 'price', term: 'lamp' }, heeded).sort).toBeNull()
  expect(dealsAt({ sort: 'price' }, { pages: false }).sort).toBeNull()
  expect(dealsHref('/deals', 'all', { shop: null, sort: 'saving', page: 2 })).toBe('/deals?sort=saving&page=2#all')
})

test('a section of one page knows no other', () => {
  const page = { deals: [deal('a'), deal('b')], totalPages: 7, total: 14 }
  const at = dealsAt({ page: '3' }, { pages: false })
  expect(at.page).toBe(1)
  expect(shownPage({ pages: false }, at, page, german)).toMatchObject({ totalPages: 1, at: { page: 1 } })
  expect(shownPage({ pages: false }, at, { deals: [], totalPages: 0, total: 0 }, german).totalPages).toBe(0)
  expect(shownMatches({ limit: 1, pages: false }, at, page.deals, german).totalPages).toBe(1)
})

test('what saves most stands first where it is wanted, on the first page of all shops', () => {
  const page = { deals: [deal('a', 10), deal('b'), deal('c', 30), deal('d', 30)], totalPages: 2, total: 8 }
  const ids = (exclusive: boolean, at: { page: number; shop: string | null }) => {
    const { cards, lead } = shownPage({ exclusive }, { ...at, term: null, sort: null }, page, german)
    return [lead, ...cards.map(({ id }) => id)]
  }
  expect(ids(true, { page: 1, shop: null })).toEqual(['largest', 'c', 'a', 'b', 'd'])
  expect(ids(true, { page: 2, shop: null })).toEqual([null, 'a', 'b', 'c', 'd'])
  expect(ids(true, { page: 1, shop: 'Halden & Moss' })).toEqual([null, 'a', 'b', 'c', 'd'])
  expect(ids(false, { page: 1, shop: null })).toEqual([null, 'a', 'b', 'c', 'd'])
  // Who asks for another order sees that order.
  const sorted = { page: 1, shop: null, term: null, sort: 'price' } as const
  expect(shownPage({ exclusive: true }, sorted, page, german)).toMatchObject({ lead: null, total: 8 })
  const plain = shownPage(
    { exclusive: true },
    { page: 1, shop: null, term: null, sort: null },
    { deals: [], totalPages: 0, total: 0 },
    german,
  )
  expect([plain.lead, plain.cards]).toEqual([null, []])
})

test('elsewhere what ends before all others leads, where three fill each row after it', () => {
  const soon: Deal = { ...deal('soon'), end: '2026-11-20T23:00:00.000Z' }
  const lead = (...deals: Deal[]) =>
    shownPage(
      {},
      { page: 1, shop: null, term: null, sort: null },
      { deals, totalPages: 1, total: deals.length },
      german,
    ).lead
  expect(lead(soon, deal('a'))).toBe('soonest')
  expect(lead(soon, deal('a'), deal('b'))).toBeNull()
  expect(lead(deal('a'), deal('b'))).toBeNull()
})

test('what a search finds is shown page by page, of the category alone', () => {
  const found = Array.from({ length: 5 }, (_, index) => deal(`d${index}`))
  const lamp: Deal = { ...deal('lamp'), category: 'home' }
  const at = (page: number) => ({ page, shop: null, term: 'x', sort: null })
  const shown = (page: number) => shownMatches({ limit: 2, category: 'fashion' }, at(page), [lamp, ...found], german)
  const pages = [1, 2, 3].flatMap((page) => shown(page).cards.map(({ id }) => id))
  expect(pages).toEqual(['d0', 'd1', 'd2', 'd3', 'd4'])
  expect(shown(3)).toMatchObject({ totalPages: 3, found: 5, at: { page: 3 } })
  // A page that there is none of is the first.
  expect(shown(4)).toMatchObject({ at: { page: 1 }, cards: [{ id: 'd0' }, { id: 'd1' }] })
  expect(shownMatches({}, at(1), [], german)).toMatchObject({ totalPages: 0, found: 0, cards: [] })
})

test('an address asks for a page, and for a shop or a word where visitors can choose', () => {
  const both = { search: true, shops: true }
  expect(dealsAt({}, both)).toEqual({ page: 1, shop: null, term: null, sort: null })
  expect(dealsAt({ page: '3', shop: 'Papyra' }, both)).toEqual({ page: 3, shop: 'Papyra', term: null, sort: null })
  expect(dealsAt({ shop: 'Papyra', term: ' coat ' }, both)).toEqual({ page: 1, shop: null, term: 'coat', sort: null })
  expect(dealsAt({ shop: 'Papyra', term: 'coat' }, {})).toEqual({ page: 1, shop: null, term: null, sort: null })
  const href = (at: Parameters<typeof dealsHref>[2]) => dealsHref('/deals', 'list', at)
  expect(href({})).toBe('/deals#list')
  expect(href({ page: 1, shop: 'Halden & Moss', term: null, sort: null })).toBe('/deals?shop=Halden%20%26%20Moss#list')
  expect(href({ page: 2, shop: null, term: 'a=b' })).toBe('/deals?term=a%3Db&page=2#list')
})
