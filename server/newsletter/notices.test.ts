import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { type LeftLead, noticesOf } from './notices.ts'

const lead: LeftLead = {
  ...{ id: 'lead-1', form: 'news', locale: 'de', brand: 'sun', page: null, test: true, attribution: {} },
  ...{ receivedAt: '2026-11-20T10:00:00.000Z', title: 'Newsletter', address: 'Ada@example.com' },
  answers: { email: 'Ada@example.com', city: 'Berlin', friend: { email: 'grace@example.com' } },
}
const at = '2026-11-21T08:00:00.000Z'
const map: PartnerDefinition['map'] = {
  contact: { object: { mail: { field: 'email', format: 'lower' }, town: 'city' } },
  source: { const: 'portal' },
}

/** What is told to a partner with one delivery of each kind. */
function told(changes: Partial<PartnerDefinition> = {}, changed: Partial<LeftLead> = {}) {
  const deliveries: PartnerDefinition['deliveries'] = {
    hook: { kind: 'webhook', url: 'https://acme.example/leads', secretVariable: 'SECRET' },
    feed: { kind: 'pull' },
    letter: { kind: 'email', to: 'leads@acme.example', from: 'post@sun.example' },
    provider: { kind: 'data-delivery', url: 'https://mail.example', keyVariables: { default: 'KEY' }, partnerId: '1' },
  }
  const partners = { acme: { name: 'Acme', takes: [{ form: 'news' }], deliveries, ...changes } }
  const ways = ['hook', 'feed', 'letter', 'provider', 'gone', 'hook/unsubscribed']
  const had = [...ways.map((delivery) => ({ partner: 'acme', delivery })), { partner: 'nobody', delivery: 'hook' }]
  return noticesOf(partners, { ...lead, ...changed }, had, at).map(({ of, message: { payload, ...message } }) => ({
    of: of.delivery,
    ...message,
    said: JSON.parse(payload),
  }))
}

test('a partner is told by each of its ways, and of the answers the address alone', () => {
  const event = {
    ...{ event: 'unsubscribed', id: 'lead-1', form: 'news', locale: 'de', test: true },
    ...{ receivedAt: '2026-11-20T10:00:00.000Z', unsubscribedAt: at, data: { email: 'Ada@example.com' } },
  }
  const text = `Newsletter, de, 2026-11-20T10:00:00.000Z\n\nUnsubscribed: ${at}\n\n  Ada@example.com\n\nlead-1`
  expect(told()).toEqual([
    {
      ...{ of: 'hook', partner: 'acme', delivery: 'hook/unsubscribed', kind: 'webhook' },
      said: { type: 'lead.unsubscribed', timestamp: at, data: event },
    },
    { of: 'feed', partner: 'acme', delivery: 'feed/unsubscribed', kind: 'pull', said: event },
    {
      ...{ of: 'letter', partner: 'acme', delivery: 'letter/unsubscribed', kind: 'email' },
      said: { subject: '[test] [unsubscribed] Newsletter (lead-1)', text },
    },
  ])
})

test('the address stands under the name that the partner has for it, or nowhere', () => {
  const data = (...args: Parameters<typeof told>) => told(...args)[1]?.said.data
  expect(data({ map })).toEqual({ contact: { mail: 'ada@example.com' } })
  expect(data({ map: { town: 'city' } })).toEqual({})
  expect(data({}, { answers: {}, address: null })).toEqual({})
})
