import { autorun } from 'mobx'
import { expect, test } from 'vitest'
import { deal } from './deal.ts'
import { root } from './root.ts'
import { survey } from './survey.ts'

test('the root store tells whose page is shown, and what went wrong when', () => {
  const seen: unknown[] = []
  const end = autorun(() => seen.push([root.logo?.viewBox ?? null, root.title, root.error?.time ?? null]))
  const mark = { viewBox: '0 0 24 24', paths: [] }
  root.show({
    title: 'Privacy',
    brand: { id: 'b', name: 'B', title: 'B', origin: null, logo: mark, look: {}, files: null },
  })
  root.fail(new Error('gone'), 1_795_340_000_000)
  end()
  expect(seen).toEqual([
    [null, '', null],
    ['0 0 24 24', 'Privacy', null],
    ['0 0 24 24', 'Privacy', 1_795_340_000_000],
  ])
  expect(root.error?.error).toEqual(new Error('gone'))
})

test('the survey store tells of success or of an alert', () => {
  const seen: unknown[] = []
  const end = autorun(() => seen.push([survey.success, survey.alert]))
  survey.end('Thank you', false)
  survey.end('Promotion list is being updated', true)
  end()
  expect(seen).toEqual([
    [null, null],
    ['Thank you', null],
    [null, 'Promotion list is being updated'],
  ])
})

test('the deal store has the deals on the screen: a page of them, or what a search found', () => {
  const seen: unknown[] = []
  const ids = (deals: readonly { id: string }[]) => deals.map(({ id }) => id)
  const card = (id: string) => ({
    ...{ id, title: id, shop: 'Papyra', end: '2026-12-01T00:00:00.000Z', price: '£1', day: '30 November' },
    ...{ href: 'https://papyra.example/', offer: { amount: 1, currency: 'GBP' } },
  })
  const end = autorun(() =>
    seen.push([ids(deal.exclusiveDeals.deals), deal.exclusiveDeals.totalPages, ids(deal.searchResults)]),
  )
  deal.show({ cards: [card('a'), card('b')], totalPages: 3, found: null })
  deal.show({ cards: [card('c')], totalPages: 1, found: 1 })
  deal.show({ cards: [card('b')], totalPages: 3, found: null })
  end()
  expect(seen).toEqual([
    [[], 0, []],
    [['a', 'b'], 3, []],
    [['a', 'b'], 3, ['c']],
    [['b'], 3, []],
  ])
})
