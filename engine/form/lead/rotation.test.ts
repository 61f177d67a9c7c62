import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { nobody, type RoutedLead, route } from './routing.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const partner = (changes: Partial<PartnerDefinition> = {}): PartnerDefinition => ({
  name: 'x',
  filters: [{ form: 'home' }],
  maxPartners: 1,
  deliveries: { feed: { kind: 'pull' } },
  ...changes,
})

/** UUIDs of version 7, as leads have them: a lead a second, and what is random of each. */
const ids = Array.from({ length: 10_000 }, (_, number) => {
  const [time, random] = [(1.79e12 + number * 1000).toString(16).padStart(12, '0'), hash(`lead ${number}`)]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
})

const lead: Omit<RoutedLead, 'id'> = {
  form: 'home',
  locale: 'de',
  page: null,
  brand: 'lapis',
  test: false,
  suspicion: null,
  answers: { plz: '10115' },
  receivedAt: Date.parse('2026-11-20T10:30:00Z'),
}

/** Who gets each lead, with what is special about it. */
function takersOf(
  partners: Record<string, PartnerDefinition>,
  { full = () => false, ...changes }: Partial<RoutedLead> & { full?: (partner: string) => boolean } = {},
): string[] {
  const state = { takenOn: (id: string) => (full(id) ? 1 : 0), hasContact: () => false, asked: nobody }
  return ids.map((id) =>
    route(partners, { ...lead, id, ...changes }, state, hash)
      .flatMap(({ partner, taken }) => (taken ? [partner] : []))
      .join(),
  )
}

test.each([
  [[1, 1]],
  [[3, 1]],
  [[1, 1, 1]],
  [[0.5, 0.25, 0.25]],
  [[5, 3, 2]],
  [[10, 1]],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
])('of 10,000 leads each gets its share to within 1 %%: weights %j', (weights) => {
  const partners = Object.fromEntries(weights.map((weight, at) => [`p${at}`, partner({ weight })]))
  const got = Map.groupBy(takersOf(partners), (taker) => taker)
  const sum = weights.reduce((one, other) => one + other)
  for (const [at, weight] of weights.entries())
    expect(Math.abs((got.get(`p${at}`)?.length ?? 0) / ids.length - weight / sum)).toBeLessThan(0.01)
})

test('when a partner is full or closed only its leads move, to the others by their weights', () => {
  const partners = { a: partner({ weight: 3 }), b: partner({ weight: 2 }), c: partner({ dailyCap: 1 }) }
  const before = takersOf(partners)
  const after = takersOf(partners, { full: (id) => id === 'c' })
  const moved = after.filter((_, at) => before[at] === 'c')
  expect(after.filter((taker, at) => before[at] !== 'c' && taker !== before[at])).toEqual([])
  expect(moved.length).toBeGreaterThan(1500)
  expect(Math.abs(moved.filter((taker) => taker === 'a').length / moved.length - 0.6)).toBeLessThan(0.03)
  const schedule = { timeZone: 'Europe/Madrid', days: ['monday' as const] }
  expect(takersOf({ ...partners, c: partner({ schedule }) })).toEqual(after)
})

test('equals take turns where one has a weight, within their priority, and go by id elsewhere', () => {
  const higher = takersOf({ z: partner({ priority: 1 }), a: partner({ weight: 9 }), b: partner() })
  expect(new Set(higher)).toEqual(new Set(['z']))
  expect(new Set(takersOf({ b: partner(), a: partner() }))).toEqual(new Set(['a']))
  // The weight of one makes it 1 for the other.
  const turns = takersOf({ b: partner(), a: partner({ weight: 1 }), z: partner({ priority: -1 }) })
  expect(new Set(turns)).toEqual(new Set(['a', 'b']))
  // Another form's partners are no equals here.
  const other = partner({ filters: [{ form: 'car' }], weight: 5 })
  expect(new Set(takersOf({ b: partner(), a: partner(), other }))).toEqual(new Set(['a']))
})

test('who shares with one more gets it with whose turn is next, and all that share with any get it as before', () => {
  const two = { maxPartners: 2, weight: 1 } as const
  const pairs = Map.groupBy(takersOf({ a: partner(two), b: partner(two), c: partner(two) }), (takers) =>
    takers.split(',').sort().join(),
  )
  expect([...pairs.keys()].sort()).toEqual(['a,b', 'a,c', 'b,c'])
  for (const leads of pairs.values()) expect(Math.abs(leads.length / ids.length - 1 / 3)).toBeLessThan(0.015)
  const open = { filters: [{ form: 'home' }], name: 'x', deliveries: { feed: { kind: 'pull' as const } } }
  const all = takersOf({ a: { ...open, weight: 7 }, b: open })
  expect(new Set(all.map((takers) => takers.split(',').sort().join()))).toEqual(new Set(['a,b']))
})

test('areas, languages and brands stand before the turn: a lead rotates among those that want it', () => {
  const berlin = { form: 'home', locales: ['de'], brands: ['lapis'], when: { plz: { startsWith: ['10', '12'] } } }
  const partners = {
    berlin: partner({ weight: 1, filters: [berlin] }),
    all: partner({ weight: 3 }),
    munich: partner({ weight: 9, filters: [{ ...berlin, when: { plz: { startsWith: ['80'] } } }] }),
  }
  const inBerlin = takersOf(partners)
  expect(new Set(inBerlin)).toEqual(new Set(['berlin', 'all']))
  expect(Math.abs(inBerlin.filter((taker) => taker === 'berlin').length / ids.length - 1 / 4)).toBeLessThan(0.01)
  for (const elsewhere of [{ locale: 'en' }, { brand: 'moon' }, { answers: { plz: '50667' } }, { answers: {} }])
    expect(new Set(takersOf(partners, elsewhere))).toEqual(new Set(['all']))
  expect(new Set(takersOf(partners, { answers: { plz: '80331' } }))).toEqual(new Set(['munich', 'all']))
})
