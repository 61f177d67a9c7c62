import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { Site } from '../../engine/site/site.ts'
import { noticesBy } from './unsubscription.ts'

const lead = {
  ...{ id: 'lead-1', form: 'news', locale: 'de', brand: 'sun', page: null, test: 1, attribution: '{}' },
  received_at: '2026-11-20T10:00:00.000Z',
  answers: JSON.stringify({ email: 'Ada@example.com', city: 'Berlin', friend: { email: 'grace@example.com' } }),
}
const at = '2026-11-21T08:00:00.000Z'
const map: PartnerDefinition['map'] = {
  contact: { object: { mail: { field: 'email', format: 'lower' }, town: 'city' } },
  source: { const: 'portal' },
}
const unsubscribed = {
  path: '/leads/{externalId}',
  method: 'DELETE',
  map: { mail: '{email}', reason: 'unsubscribed' },
} as const

/** What is told to a partner with one delivery of each kind. */
function told(changes: Partial<PartnerDefinition> = {}, changed: Partial<typeof lead> = {}) {
  const deliveries: PartnerDefinition['deliveries'] = {
    hook: { kind: 'webhook', url: 'https://acme.example/leads', secretVariable: 'SECRET' },
    feed: { kind: 'pull' },
    letter: { kind: 'email', to: 'leads@acme.example', from: 'post@sun.example' },
    provider: { kind: 'data-delivery', url: 'https://mail.example', keyVariables: { default: 'KEY' }, partnerId: '1' },
    api: { kind: 'http', url: 'https://acme.example/leads', unsubscribed },
  }
  const partners = { acme: { name: 'Acme', filters: [{ form: 'news' }], deliveries, ...changes } }
  const had = [...Object.keys(deliveries), 'gone'].map((delivery) => ({ partner: 'acme', delivery }))
  const site = {
    partners: { all: partners },
    forms: { version: () => ({ form: { title: 'Newsletter' } }) },
  } as unknown as Site
  const isTheirs = (text: string) => text.toLowerCase() === 'ada@example.com'
  return noticesBy(() => site)({ lead: { ...lead, ...changed }, deliveries: had }, isTheirs, at).map(
    ({ payload, bare, ...message }) => ({ ...message, said: JSON.parse(payload), bare }),
  )
}

test('a partner is told by each of its deliveries, and of the answers the address alone', () => {
  const event = {
    ...{ event: 'unsubscribed', id: 'lead-1', form: 'news', locale: 'de', test: true },
    ...{ receivedAt: '2026-11-20T10:00:00.000Z', unsubscribedAt: at, data: { email: 'Ada@example.com' } },
  }
  const text = `Newsletter, de, 2026-11-20T10:00:00.000Z\n\nUnsubscribed: ${at}\n\n  Ada@example.com\n\nlead-1`
  const withdrawal = { id: 'lead-1', form: 'news', locale: 'de', withdrawnAt: at, email: 'Ada@example.com' }
  const notices = told()
  expect(notices.map(({ bare: _, ...notice }) => notice)).toEqual([
    {
      ...{ partner: 'acme', delivery: 'hook', kind: 'webhook' },
      said: { type: 'lead.unsubscribed', timestamp: at, data: event },
    },
    { partner: 'acme', delivery: 'feed', kind: 'pull', said: event },
    {
      ...{ partner: 'acme', delivery: 'letter', kind: 'email' },
      said: { subject: '[test] [unsubscribed] Newsletter (lead-1)', text },
    },
    // It has no request for it, as a delivery that is in the definitions no more: an operator tells the partner.
    { partner: 'acme', delivery: 'provider', kind: 'manual', said: event },
    { partner: 'acme', delivery: 'api', kind: 'http', said: withdrawal },
    { partner: 'acme', delivery: 'gone', kind: 'manual', said: event },
  ])
  for (const { bare } of notices) {
    expect(bare).toContain('lead-1')
    expect(bare).not.toContain('@')
  }
})

test('the address is under the name that the partner has for it, or nowhere', () => {
  const data = (...args: Parameters<typeof told>) => told(...args)[1]?.said.data
  expect(data({ map })).toEqual({ contact: { mail: 'ada@example.com' } })
  expect(data({ map: { town: 'city' } })).toEqual({})
  expect(data({}, { answers: '{}' })).toEqual({})
})
