import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { answeringAt, answeringOf } from './partner-answers.ts'

const feed = { feed: { kind: 'pull' } } as const
const quotes = { ...feed, quotes: { kind: 'http', url: 'https://acme.example/quotes', offers: {} } } as const

test('a partner answers as it says, or as its deliveries have it', () => {
  expect(answeringOf({ deliveries: feed })).toBe('email')
  expect(answeringOf({ deliveries: quotes })).toBe('now')
  expect(answeringOf({ deliveries: feed, answers: 'call' })).toBe('call')
  expect(answeringOf({ deliveries: quotes, answers: 'email' })).toBe('email')
})

const partner = (answers: 'now' | 'email' | 'call', filter: object = {}): PartnerDefinition => ({
  ...{ name: answers, answers, filters: [{ form: 'home', ...filter }] },
  deliveries: answers === 'now' ? quotes : feed,
})

test('the soonest answer of the partners counts that take the form there', () => {
  const all = {
    caller: partner('call'),
    writer: partner('email', { locales: ['en', 'de'] }),
    quick: partner('now', { locales: ['en'], brands: ['sun'], pages: ['home', 'offers'] }),
    other: partner('now', { form: 'car' }),
  }
  const at = (place: object = {}) =>
    answeringAt(
      { partners: { all, sponsors: () => [], tariffs: new Map() } },
      { form: 'home', locale: 'en', brand: 'sun', page: 'home', ...place },
    )
  expect(at()).toBe('now')
  expect(at({ page: 'offers' })).toBe('now')
  expect(at({ page: 'blog' })).toBe('email')
  expect(at({ brand: 'moon' })).toBe('email')
  expect(at({ locale: 'de' })).toBe('email')
  expect(at({ locale: 'fr' })).toBe('call')
  // The operator itself writes where no partner takes a form.
  expect(at({ form: 'boat' })).toBe('email')
})
