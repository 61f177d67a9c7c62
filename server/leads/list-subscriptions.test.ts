// What operators see of subscriptions: lists, figures and rates; whose they are, only their leads say.
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { funnelsOf } from '../funnel/figures.ts'
import { mailToVisitor } from '../mail/write-mail.ts'
import { outboxMetrics } from '../relay/relay.ts'
import type { KeyedHash } from '../storage/settings.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { subscriptionMetrics } from '../subscriptions/unsubscription.ts'
import { visitors } from './messages.ts'
import { storeLead } from './store-lead.ts'
import {
  countSubscriptions,
  endSubscriptions,
  findSubscription,
  listSubscriptions,
  subscriberHash,
  suppress,
  suppressionsOf,
} from './subscriptions.ts'
import { sampleLead } from './testing/sample-lead.ts'

const hash: KeyedHash = (purpose, text) => `${purpose} ${text}`
const at = '2026-11-21T08:00:00.000Z'

test('subscriptions are listed, found and counted', async () => {
  const storage = await temporaryStorage()
  const signUp = async (email: string, changes: { form?: string; brand?: string; locale?: string } = {}) => {
    const message = mailToVisitor('confirmation', { to: email, deferred: 'confirmation' })
    const address = subscriberHash(hash, email)
    const subscription =
      changes.form === undefined
        ? ({ address, isHeld: true, asked: { message, address } } as const)
        : ({ address, isHeld: false, asked: null } as const)
    const lead = sampleLead({ form: 'news', brand: 'sun', answers: { email }, subscription, ...changes })
    await storeLead(storage, lead)
    return lead.id
  }
  const [ada, grace, eve, mary] = [
    await signUp('ada@example.com'),
    await signUp('grace@example.com', { locale: 'fr' }),
    await signUp('eve@example.com'),
    await signUp('mary@example.com', { form: 'tips', brand: 'moon' }),
  ]
  const confirm = `UPDATE subscriptions SET state = 'confirmed', confirmed_at = '${at}' WHERE lead_id IN (?, ?)`
  await storage.atomic([
    { sql: confirm, parameters: [ada, eve] },
    suppress({ address: subscriberHash(hash, 'eve@example.com'), brand: 'sun' }, at),
    ...endSubscriptions([eve], at, 'one-click'),
  ])

  const leads = async (query: Parameters<typeof listSubscriptions>[1]) =>
    (await listSubscriptions(storage, query)).map(({ lead }) => lead)
  expect(await leads({ limit: 3 })).toEqual([mary, eve, grace])
  expect(await leads({ limit: 3, before: grace })).toEqual([ada])
  expect(await leads({ limit: 9, form: 'tips' })).toEqual([mary])
  expect(await leads({ limit: 9, brand: 'sun', state: 'confirmed' })).toEqual([ada])
  expect(await countSubscriptions(storage, { brand: 'sun' })).toBe(3)
  const found = await findSubscription(storage, eve)
  expect(found).toEqual({
    subscription: {
      ...{ lead: eve, brand: 'sun', form: 'news', locale: 'de', state: 'unsubscribed', confirmedAt: at },
      ...{ signedUpAt: '2026-11-20T10:00:00.000Z', unsubscribedAt: at, unsubscribedBy: 'one-click' },
    },
    suppressedSince: at,
  })
  expect(JSON.stringify(found)).not.toContain('eve@')
  expect(await findSubscription(storage, ada)).toMatchObject({ suppressedSince: null })
  expect(await findSubscription(storage, sampleLead().id)).toBeNull()
  expect(await suppressionsOf(storage, hash, 'Eve@example.com')).toEqual([{ brand: 'sun', since: at, lifted_at: null }])

  const funnels = await funnelsOf(storage, 'news', '2026-11-01')
  expect(funnels.map(({ locale, subscribed, confirmed }) => [locale, subscribed, confirmed]).sort()).toEqual([
    ['de', 2, 2],
    ['fr', 1, 0],
  ])
  const registry = new Registry()
  subscriptionMetrics(registry, storage)
  const onTry = outboxMetrics(registry, storage)
  for (const topic of ['reminder', 'unsubscribe-link'] as const)
    onTry({ partner: visitors, topic, outcome: 'delivered' })
  const figures = await registry.metrics()
  for (const line of ['"news",event="signed up"} 3', '"news",event="confirmed"} 2', '"news",event="unsubscribed"} 1'])
    expect(figures).toContain(`leadwright_subscriptions{form=${line}`)
  for (const mail of ['reminder', 'unsubscribe-link'])
    expect(figures).toContain(`leadwright_mails_sent_total{mail="${mail}"} 1`)
})
