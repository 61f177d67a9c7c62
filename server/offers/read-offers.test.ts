import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OfferTerms, readOffers } from './read-offers.ts'

const terms: OfferTerms = {
  asked: { hosts: ['shop.acme.example', 'docs.acme.example:8443'] },
  currency: 'GBP',
  today: '2026-11-20',
}

const right = { id: 'q-1', product: 'Comfort', price: { amount: 12.5, period: 'month' } }

/** What is said against one offer; null when it is shown. */
function against(changes: object, more: Partial<OfferTerms> = {}): string | null {
  const { offers, refused } = readOffers({ offers: [{ ...right, ...changes }] }, { ...terms, ...more })
  expect(offers.length + refused.length).toBe(1)
  return refused[0]?.replace('The offer at "/offers/0" is not shown: ', '') ?? null
}

test.each([
  [{}],
  [{ price: { amount: 0.01, period: 'once' } }],
  [{ price: { amount: 9_999_999.99, period: 'year' }, excess: 0.29, parts: [{ name: 'Discount', amount: -1.15 }] }],
  [{ validUntil: '2026-11-20' }],
  [{ link: 'https://shop.acme.example/take?q=1' }],
  [{ link: 'https://SHOP.acme.example:443/take' }],
  [{ documents: [{ title: 'Terms', url: 'https://docs.acme.example:8443/a.pdf' }] }],
  [{ benefits: ['Größe & mehr – 24/7', 'Été comme hiver', 'Ελλάδα'] }],
])('is shown: %j', (changes) => {
  expect(against(changes)).toBeNull()
})

test.each([
  [{ price: { amount: -3, period: 'month' } }, '"price/amount" must be > 0.'],
  [{ price: { amount: 1e308, period: 'month' } }, '"price/amount" must be <= 10000000.'],
  [{ price: { amount: 12.505, period: 'month' } }, 'an amount has more than two decimals.'],
  [{ price: { amount: 1e-9, period: 'month' } }, 'an amount has more than two decimals.'],
  [{ price: { amount: '12.50', period: 'month' } }, '"price/amount" must be number.'],
  [{ price: { amount: null, period: 'month' } }, '"price/amount" must be number.'],
  [{ price: { amount: 1, period: 'week' } }, '"price/period" must be one of month, year, once.'],
  [{ price: undefined }, 'it has neither a price nor a rate.'],
  [{ product: undefined }, '"product" is missing.'],
  [{ currency: 'EUR' }, "its currency is not that of the visitor's market, GBP."],
  [{ validUntil: '2026-11-19' }, 'it is no longer valid.'],
  [{ validUntil: '2027-02-29' }, '"validUntil" must match format "date".'],
  [{ rating: { value: 9, of: 5, source: 'Us' } }, 'its rating is better than the best one possible.'],
  [{ product: '<b>Comfort</b>' }, expect.stringContaining('HTML')],
  [{ benefits: ['A\u0007bell'] }, expect.stringContaining('control')],
  [{ benefits: ['\u202Ereversed'] }, expect.stringContaining('direction')],
  [{ benefits: ['\uD800'] }, expect.stringContaining('control')],
  [{ provider: '\u200B\u3164 ' }, 'a text has neither letters nor figures.'],
  [{ secret: 'ada@example.com' }, 'it has a property that offer.schema.json does not have.'],
])('is not shown: %j', (changes, reason) => {
  expect(against(changes)).toEqual(reason)
})

test.each([
  'https://evil.example/',
  'https://shop.acme.example@evil.example/',
  'https://evil@shop.acme.example/',
  'https://:evil@shop.acme.example/',
  'https://shop.acme.example.evil.example/',
  'https://shop.acme.example./',
  'https://shop.acme.example:8443/',
  'https://docs.acme.example/',
  'https://evil.example\\@shop.acme.example/',
  'https://shop.acme.exаmple/',
  'https://xn--shop-acme.example/',
  'https://[::1]/',
])('a link is not shown that leads elsewhere: %s', (link) => {
  expect(against({ link })).toBe('a link leads to a host that "hosts" does not name.')
  expect(against({ documents: [{ title: 'Terms', url: link }] })).toMatch(/"hosts"/)
  expect(against({ rating: { value: 4, of: 5, source: 'Us', url: link } })).toMatch(/"hosts"/)
})

test.each(['http://shop.acme.example/', 'javascript:alert(1)', '//shop.acme.example/', 'https://shop.acme.example/ a'])(
  'a link is none: %s',
  (link) => expect(against({ link })).toMatch(/"link" must match pattern/),
)

test('an answer says in its own words, and nothing else counts', () => {
  const map = { id: '/no', product: '/tariff/name', 'price.amount': '/tariff/sum', 'price.period': { const: 'year' } }
  const answer = {
    data: { quotes: [{ no: '7', tariff: { name: 'Plus', sum: 99, x: 1 }, __proto__: { no: '8' } }, null, 3] },
  }
  const { offers, refused } = readOffers(answer, { ...terms, asked: { list: '/data/quotes', map } })
  expect(offers).toEqual([{ id: '7', product: 'Plus', price: { amount: 99, period: 'year' }, currency: 'GBP' }])
  expect(refused).toEqual([
    'The offer at "/data/quotes/1" is not shown: "product" is missing.',
    'The offer at "/data/quotes/2" is not shown: "product" is missing.',
  ])
  expect(readOffers(JSON.parse('{"__proto__":{"offers":[]}}'), terms).refused).toHaveLength(1)
  const own = JSON.parse('{"offers":[{"product":"A","price":{"amount":1,"period":"year"},"__proto__":{"id":"x"}}]}')
  expect(readOffers(own, terms).offers).toEqual([])
})

test('a -0 is taken as the 0 that it is stored as', () => {
  const [offer] = readOffers(JSON.parse('{"offers":[{"product":"A","rate":{"apr":-0}}]}'), terms).offers
  expect(offer?.rate).toEqual({ apr: 0 })
})

test('reasons repeat nothing of the answer, and are few and short, whatever came', () => {
  const long = 'x'.repeat(100_000)
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, long.slice(0, 5)]))
  const bad = [{ link: `${long}secret` }, { product: long }, { currency: 'secret' }, many, { price: many }]
  const begun = performance.now()
  const { offers, refused } = readOffers({ offers: Array.from({ length: 10_000 }, (_, at) => bad[at % 5]) }, terms)
  expect(performance.now() - begun).toBeLessThan(1000)
  expect(offers).toEqual([])
  expect(refused).toHaveLength(5)
  expect(refused[0]).toBe('Only the first 20 of 10000 offers at "/offers" are shown.')
  expect(refused.join('')).not.toMatch(/secret|xxx|key\d/)
  expect(refused.join('').length).toBeLessThan(1000)
})

test('whatever is nested however deep does no harm', () => {
  const deep = JSON.parse(`${'[{"offers":'.repeat(20_000)}1${'}]'.repeat(20_000)}`)
  expect(readOffers(deep, terms).offers).toEqual([])
  expect(readOffers({ offers: [deep, { product: deep }, { ...right, benefits: deep }] }, terms).offers).toEqual([])
})

/** Something that looks like an offer, now and then. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.constantFrom(1, 12.5, -1, 'month', 'GBP', 'https://shop.acme.example/x'),
)
/** Mostly one, now and then another. */
const mostly = <T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ arbitrary: usual, weight: 20 }, { arbitrary: odd, weight: 1 })
const text = mostly(fc.constantFrom('Comfort', 'Plus 24', 'Größe'), fc.oneof(fc.constant('a<b'), fc.string()))
const price = fc.record({
  amount: mostly(fc.integer({ min: 1, max: 1e6 }), fc.double()),
  period: mostly(fc.constantFrom('month', 'year', 'once'), fc.string()),
})
const offer = fc.record(
  {
    id: mostly(fc.constantFrom('a', 'b', 'c'), fc.string()),
    product: text,
    provider: text,
    price,
    currency: mostly(fc.constant('GBP'), fc.string()),
    validUntil: mostly(fc.constant('2026-11-20'), fc.constantFrom('2026-11-19', '2027-13-01', 'soon')),
    link: mostly(fc.constant('https://shop.acme.example/x'), fc.webUrl()),
    benefits: mostly(fc.array(text, { minLength: 1, maxLength: 3 }), fc.array(text, { minLength: 21 })),
    rate: fc.record({ apr: mostly(fc.double({ min: 0, max: 100, noNaN: true }), fc.double()) }),
  },
  { requiredKeys: ['product', 'price'] },
)
const answer = fc.oneof(
  {
    arbitrary: fc.record({
      offers: fc.array(fc.oneof({ arbitrary: offer, weight: 9 }, { arbitrary: value, weight: 1 }), { maxLength: 30 }),
    }),
    weight: 9,
  },
  { arbitrary: fc.jsonValue(), weight: 1 },
)

test('from any answer come only valid offers, each once, and no more than are shown', () => {
  let shown = 0
  fc.assert(
    fc.property(answer, (json) => {
      const { offers, refused } = readOffers(json, terms)
      shown += offers.length
      expect(offers.length).toBeLessThanOrEqual(20)
      expect(refused.length).toBeLessThanOrEqual(5)
      expect(new Set(offers.map(({ id }) => id)).size).toBe(offers.length)
      for (const { price, currency, validUntil = '9999', link = 'https://shop.acme.example/' } of offers) {
        expect([price && price.amount > 0 && Number.isFinite(price.amount), currency]).toEqual([true, 'GBP'])
        expect(validUntil >= '2026-11-20' && new URL(link).host === 'shop.acme.example').toBe(true)
      }
      // What was read is read again as it is.
      expect(readOffers({ offers: JSON.parse(JSON.stringify(offers)) }, terms)).toEqual({ offers, refused: [] })
    }),
    { numRuns: 1000 },
  )
  expect(shown).toBeGreaterThan(100)
})
