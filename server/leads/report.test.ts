import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Decision } from '../../engine/form/lead/routing.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { eraseLeads } from './erase.ts'
import { readFeed } from './feed.ts'
import type { Lead } from './lead.ts'
import { reportOf } from './report.ts'
import { storeLead } from './store-lead.ts'
import { sampleDelivery, sampleLead } from './testing/sample-lead.ts'

const euros = (amount: number) => ({ amount, currency: 'EUR' })
const gets = (partner: string, changes: Partial<Decision> = {}): Decision => ({
  ...{ partner, taken: true, reason: 'taken', detail: '' },
  ...{ day: '2026-11-30', price: euros(0.1), ...changes },
})
const refused = { taken: false, reason: 'refused' } as const

test('what partners accepted, refused and pay is counted by month and currency', async () => {
  const storage = await temporaryStorage()
  const run = (sql: string) => storage.atomic([{ sql, parameters: [] }])
  const store = async (
    decisions: Decision[],
    { state = 'delivered', ...changes }: Partial<Lead> & { state?: string } = {},
  ) => {
    const id = v7()
    const deliveries = decisions.flatMap(({ partner }) => [
      sampleDelivery(partner, 'webhook'),
      sampleDelivery(partner, 'pull'),
    ])
    const routing = { decisions, days: [], windows: [], contacts: [] }
    await storeLead(storage, sampleLead({ id, routing, deliveries, ...changes }))
    const at = state === 'delivered' ? "'2026-12-01T00:00:00.000Z'" : 'NULL'
    await run(
      `UPDATE deliveries SET state = '${state}', attempts = 1, delivered_at = ${at} WHERE subject_id = '${id}' AND kind = 'webhook'`,
    )
    await run(
      `UPDATE deliveries SET state = 'dead' WHERE subject_id = '${id}' AND kind = 'pull' AND '${state}' <> 'pending'`,
    )
    return id
  }
  const erased = await store([gets('acme', { price: euros(0.2) })])
  await store([gets('acme', { day: '2026-12-01', price: euros(12.5) }), gets('beta', { price: null })])
  await store([gets('acme', { price: { amount: 7, currency: 'GBP' } }), gets('beta', refused)])
  await store([gets('acme')], { state: 'pending' })
  await store([gets('acme')], { state: 'dead' })
  await store([gets('acme', refused)], { state: 'rejected' })
  // None of these is a partner's: a test, what was not wanted, what nobody has confirmed, what was called off.
  await store([gets('acme')], { test: true })
  await store([gets('acme', { taken: false, reason: 'closed', day: null })])
  const held = await store([gets('acme')])
  await run(`UPDATE deliveries SET state = 'held', attempts = 0, delivered_at = NULL WHERE subject_id = '${held}'`)
  const calledOff = await store([gets('acme')])
  await run(
    `UPDATE deliveries SET state = 'erased', attempts = 0, delivered_at = NULL WHERE subject_id = '${calledOff}'`,
  )
  await eraseLeads(storage, [erased], Date.now())

  const none = { leads: 0, accepted: 0, refused: 0, open: 0, failed: 0 }
  const november = [
    {
      ...none,
      partner: 'acme',
      month: '2026-11',
      currency: 'EUR',
      leads: 4,
      accepted: 1,
      refused: 1,
      open: 1,
      failed: 1,
      price: '0.20',
    },
    { ...none, partner: 'acme', month: '2026-11', currency: 'GBP', leads: 1, accepted: 1, price: '7.00' },
  ]
  const december = {
    ...none,
    partner: 'acme',
    month: '2026-12',
    currency: 'EUR',
    leads: 1,
    accepted: 1,
    price: '12.50',
  }
  const beta = { ...none, partner: 'beta', month: '2026-11', currency: '', leads: 1, accepted: 1, price: '' }
  const betaRefused = {
    ...none,
    partner: 'beta',
    month: '2026-11',
    currency: 'EUR',
    leads: 1,
    refused: 1,
    price: '0.00',
  }
  expect(await reportOf(storage, {})).toEqual([...november, december, beta, betaRefused])
  expect(await reportOf(storage, { month: '2026-11', partner: 'acme' })).toEqual(november)
  expect(await reportOf(storage, { month: '2027-01' })).toEqual([])
  // What is pulled counts once it is read.
  await readFeed(storage, 'acme', { after: 0, limit: 10, now: Date.now() })
  expect((await reportOf(storage, { partner: 'acme' }))[0]).toMatchObject({ accepted: 2, open: 0, price: '0.30' })
})

test('thousands of leads are added up page by page, to the cent', async () => {
  const storage = await temporaryStorage()
  const count = 4500
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 10001 UNION ALL SELECT i + 1 FROM n WHERE i < ${10000 + count})`
  const run = (sql: string) => ({ sql, parameters: [] })
  await storage.atomic([
    run(`INSERT INTO leads (id, received_at, form, locale, brand, definition, answers, attribution, test, body_hash)
      ${numbers} SELECT 'lead ' || i, '', '', '', '', '', '{}', '{}', 0, '' FROM n`),
    run(`INSERT INTO routings (lead_id, partner, taken, reason, detail, day, price, currency)
      ${numbers} SELECT 'lead ' || i, 'acme', 1, 'taken', '', '2026-11-01', 1999, 'EUR' FROM n`),
    run(`INSERT INTO deliveries (id, subject_id, partner, delivery, kind, payload, state, attempts, due_at, delivered_at)
      ${numbers} SELECT 'd' || i, 'lead ' || i, 'acme', 'hook', 'webhook', '{}', 'delivered', 1, 0, 'then' FROM n`),
  ])
  const pages: number[] = []
  const [month, ...more] = await reportOf(storage, {}, (leads) => pages.push(leads))
  expect(more).toEqual([])
  expect(month).toMatchObject({ leads: count, accepted: count, price: '89955.00' })
  expect(pages).toEqual([2000, 4000, 4500])
})
