// Who leaves has left: whatever is retried, erased, replayed or due later, and partners hear of it once.
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { Site } from '../../engine/site/site.ts'
import { mailToVisitor } from '../mail/write-mail.ts'
import { runRetention } from '../privacy/retention.ts'
import { secret, startBench } from '../relay/testing/relay-bench.ts'
import type { KeyedHash } from '../storage/settings.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { noticesBy } from '../subscriptions/unsubscription.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { type ClaimedDelivery, claim, listDeliveries, recordOutcome, replay } from './deliveries.ts'
import { eraseLeads, expireUnconfirmed } from './erase.ts'
import { recipientsOf } from './find-leads.ts'
import type { Lead, NewSubscription } from './lead.ts'
import { guard } from './lifecycle.ts'
import { storeLead } from './store-lead.ts'
import { type DescribeNotices, mintToken, subscriberHash, unsubscribe } from './subscriptions.ts'
import { sampleDelivery, sampleLead } from './testing/sample-lead.ts'

const hash: KeyedHash = (purpose, text) => `${purpose} ${text}`
const day = 24 * 60 * 60 * 1000
const start = Date.parse('2026-11-20T10:00:00Z')
const email = 'ada@example.com'

const describe: DescribeNotices = ({ lead, deliveries }) =>
  deliveries.map((of) => ({
    ...{ ...of, kind: 'webhook' as const, payload: JSON.stringify({ told: lead.id, answers: lead.answers }) },
    bare: JSON.stringify({ told: lead.id }),
  }))

async function rows(storage: Storage, sql: string): Promise<Row[]> {
  return (await storage.read([{ sql, parameters: [] }]))[0] ?? []
}

/** Stores a subscriber, confirmed unless the form asks to confirm. @returns the lead's id and the link's token */
async function subscribe(storage: Storage, changes: Partial<Lead> & { asks?: boolean; who?: string } = {}) {
  const { asks = false, who = email, ...lead } = changes
  const address = subscriberHash(hash, who)
  const [confirm, leave] = [mintToken(), mintToken()]
  const mail = { from: 'a@b.example', to: who, subject: 'x', text: 'x' }
  const asked = {
    ...{ message: mailToVisitor('confirmation', mail), address: who },
    tokens: [
      { hash: confirm.hash, purpose: 'confirm' as const, brand: 'main', address },
      { hash: leave.hash, purpose: 'unsubscribe' as const, brand: 'main', address },
    ],
  }
  const subscription: NewSubscription = asks
    ? { address, isHeld: true, asked }
    : { address, isHeld: false, asked: null }
  const mails = asks ? [] : [{ ...asked, message: mailToVisitor('receipt', mail), notBefore: null }]
  const id = v7({ msecs: start })
  const deliveries = [sampleDelivery('acme', 'webhook', { email: who })]
  const stored = sampleLead({
    ...{
      id,
      receivedAt: new Date(start).toISOString(),
      form: 'news',
      answers: { email: who },
      deliveries,
      subscription,
    },
    ...{ mails, ...lead },
  })
  expect(await storeLead(storage, stored)).toEqual({ stored: true })
  const leaving = { token: leave.token, brand: 'main' }
  return {
    id,
    unsubscribe: (now: number) => unsubscribe({ storage, hash, describe, now }, leaving, 'one-click'),
  }
}

async function take(storage: Storage, partner: string, now: number): Promise<ClaimedDelivery[]> {
  return claim(storage, [{ partner, limit: 9, now, leaseUntil: now + 60_000, underWay: [] }], true)
}

const arrived = { state: 'delivered', last_error: null, delivered_at: new Date(start).toISOString() } as const
const givenUp = { state: 'dead', last_error: 'The partner responded with 410 (Gone).' } as const

async function settle(storage: Storage, partner: string, outcome: typeof arrived | typeof givenUp, more: object = {}) {
  const claimed = await take(storage, partner, start)
  for (const one of claimed) await storage.atomic(recordOutcome(one, { ...outcome, ...more }, start))
  return claimed
}

test('retention keeps who is subscribed, counts from the end of the subscription, and the link works all the time', async () => {
  const storage = await temporaryStorage()
  const ada = await subscribe(storage)
  const kept = { retention: new Map([['news', 1095]]), partners: {} }
  const after = (days: number) => runRetention(storage, kept, start + days * day, { isOrdered: true })
  expect(await after(1096)).toEqual({ ok: true, erased: 0 })
  expect(await ada.unsubscribe(start + 1096 * day)).toEqual(['news'])
  expect(await after(1097 + 1000)).toEqual({ ok: true, erased: 0 })
  expect(await after(1097 + 1095)).toEqual({ ok: true, erased: 1 })
  // Whoever opens the mail then is told the same, and not that the link does not work.
  expect(await ada.unsubscribe(start + 3000 * day)).toEqual([])
})

test('what was given up leaves no more once its person has unsubscribed, however often it is replayed', async () => {
  const storage = await temporaryStorage()
  const ada = await subscribe(storage)
  await settle(storage, 'acme', givenUp)
  await ada.unsubscribe(start)
  const replayed = await replay(storage, { partner: 'acme', states: ['dead', 'delivered'] }, start)
  expect(replayed).toEqual({ sent: 0, erased: 0, withdrawn: 1 })
  expect((await take(storage, 'acme', start + 1)).map(({ topic }) => topic)).toEqual(['unsubscribe-notice'])
})

test('unsubscribing twice at once tells the partner once', async () => {
  for (let round = 0; round < 10; round++) {
    const storage = await temporaryStorage()
    const ada = await subscribe(storage)
    await settle(storage, 'acme', arrived)
    const ended = await Promise.all([1, 2, 3].map(() => ada.unsubscribe(start)))
    expect(ended.flatMap((forms) => forms ?? [])).toEqual(['news'])
    expect(await take(storage, 'acme', start)).toMatchObject([{ topic: 'unsubscribe-notice', subject: ada.id }])
  }
})

test('erasing keeps a notice that has not left, without the address, and empties what partners called the lead', async () => {
  const storage = await temporaryStorage()
  const ada = await subscribe(storage)
  await settle(storage, 'acme', arrived, { external_id: email })
  await ada.unsubscribe(start)
  expect(await eraseLeads(storage, [ada.id], start, { describe })).toEqual([ada.id])
  expect(await rows(storage, `SELECT 1 FROM deliveries WHERE payload LIKE '%@%' OR external_id LIKE '%@%'`)).toEqual([])
  expect(await take(storage, 'acme', start)).toMatchObject([{ payload: JSON.stringify({ told: ada.id }) }])
  // Erasing who is subscribed tells partners too.
  const grace = await subscribe(storage, { who: 'grace@example.com' })
  await settle(storage, 'acme', arrived, { external_id: 'lead-77' })
  await eraseLeads(storage, [grace.id], start, { describe })
  expect(await take(storage, 'acme', start + 120_000)).toContainEqual(
    expect.objectContaining({ subject: grace.id, payload: JSON.stringify({ told: grace.id }), externalId: 'lead-77' }),
  )
  expect(await recipientsOf(storage, [grace.id])).toEqual([
    { lead: grace.id, partner: 'acme', delivery: 'hook', notice: 'sent' },
  ])
})

test('a partner reads of the withdrawal after the lead: not while an attempt of that is under way', async () => {
  const storage = await temporaryStorage()
  const ada = await subscribe(storage)
  const [onItsWay] = await take(storage, 'acme', start)
  await ada.unsubscribe(start)
  expect(await take(storage, 'acme', start + 1)).toEqual([])
  await storage.atomic(recordOutcome(onItsWay as ClaimedDelivery, arrived, start))
  // It is looked at again in a second.
  expect(await take(storage, 'acme', start + 2000)).toMatchObject([{ topic: 'unsubscribe-notice' }])
})

test('a sign-up has its week from when its mail was sent, however long that waits', async () => {
  const storage = await temporaryStorage()
  await subscribe(storage, { asks: true })
  expect(await expireUnconfirmed(storage, start + 8 * day)).toBe(0)
  const sent = start + 9 * day
  for (const one of await take(storage, '@visitors', sent)) await storage.atomic(recordOutcome(one, arrived, sent))
  expect(await expireUnconfirmed(storage, sent + 7 * day - 1)).toBe(0)
  expect(await expireUnconfirmed(storage, sent + 7 * day)).toBe(1)
  expect(await rows(storage, "SELECT state, cancel_reason FROM deliveries WHERE partner = 'acme'")).toEqual([
    { state: 'cancelled', cancel_reason: 'expired' },
  ])
})

test('each purpose has a budget of its own: receipts that are used up delay no confirmation', async () => {
  const storage = await temporaryStorage()
  for (let count = 0; count < 4; count++) await subscribe(storage)
  await subscribe(storage, { asks: true })
  const states = await rows(
    storage,
    "SELECT topic, state, count(*) AS n FROM deliveries WHERE kind = 'mail' GROUP BY topic, state ORDER BY topic, state",
  )
  expect(states).toEqual([
    { topic: 'confirmation', state: 'pending', n: 1 },
    { topic: 'receipt', state: 'pending', n: 3 },
    { topic: 'receipt', state: 'scheduled', n: 1 },
  ])
})

test('http and data-delivery have a request for withdrawals; what has none is listed for an operator', async () => {
  const receiver = await startReceiver(answerWith(200))
  const { origin } = new URL(receiver.url)
  const withdrawal = { path: '/withdrawn/{id}', map: { mail: '{email}', at: '{withdrawnAt}', theirs: '{externalId}' } }
  const acme: PartnerDefinition = {
    ...{ name: 'acme', filters: [{ form: 'news' }] },
    deliveries: {
      api: { kind: 'http', url: `${origin}/leads`, unsubscribed: { ...withdrawal, method: 'DELETE' } },
      provider: {
        ...{ kind: 'data-delivery', url: origin, keyVariables: { default: 'SECRET' }, partnerId: '7' },
        unsubscribed: withdrawal,
      },
      old: { kind: 'http', url: `${origin}/leads` },
    },
  }
  const { storage, clock } = await startBench({}, { partners: () => ({ acme }) })
  const payload = JSON.stringify({ locale: 'de', body: { email } })
  const to = (delivery: string, kind: 'http' | 'data-delivery') => ({ partner: 'acme', delivery, kind, payload })
  const deliveries = [to('api', 'http'), to('provider', 'data-delivery'), to('old', 'http')]
  const address = subscriberHash(hash, email)
  const leave = mintToken()
  const mail = mailToVisitor('receipt', { from: 'a@b.example', to: email, subject: 'x', text: 'x' })
  const tokens = [{ hash: leave.hash, purpose: 'unsubscribe' as const, brand: 'main', address }]
  const lead = sampleLead({
    ...{ receivedAt: new Date(clock.now).toISOString(), form: 'news', answers: { email }, deliveries },
    subscription: { address, isHeld: false, asked: null },
    mails: [{ message: mail, address: email, tokens, notBefore: null }],
  })
  await storeLead(storage, lead)
  await eventually(() => expect(receiver.received).toHaveLength(3))
  await eventually(async () => expect(await listDeliveries(storage, { state: 'delivered', limit: 9 })).toHaveLength(3))
  const site = { partners: { all: { acme } }, forms: { version: () => null } } as unknown as Site
  const leaving = { storage, hash, describe: noticesBy(() => site), now: clock.now }
  expect(await unsubscribe(leaving, { token: leave.token, brand: 'main' }, 'page')).toEqual(['news'])
  await eventually(() => expect(receiver.received).toHaveLength(5))
  const told = receiver.received.slice(3).sort((one, other) => (one.path < other.path ? -1 : 1))
  const at = new Date(clock.now).toISOString()
  expect(told.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    [`/withdrawn/${lead.id}`, { mail: email, at }],
    [`/withdrawn/${lead.id}?api_key=${encodeURIComponent(secret)}&partner_id=7`, { mail: email, at }],
  ])
  expect(await listDeliveries(storage, { byHand: true, limit: 9 })).toMatchObject([
    { delivery: 'old', state: 'dead', error: 'Its delivery has no request for withdrawals.' },
  ])
})

test('an erasure whose notes are guarded by what never holds ends, and erases nothing', async () => {
  const storage = await temporaryStorage()
  const lead = sampleLead({})
  await storeLead(storage, lead)
  const notes = [guard('1 = 1', [])]
  for (const said of [null, describe]) {
    const erased = eraseLeads(storage, [lead.id], start, { notes, describe: said })
    await expect(erased).rejects.toThrow(/guards/)
  }
  expect(await rows(storage, 'SELECT erased_at FROM leads')).toEqual([{ erased_at: null }])
  expect(await eraseLeads(storage, [lead.id], start, { describe })).toEqual([lead.id])
})
