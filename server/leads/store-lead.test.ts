import { expect, test } from 'vitest'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { listLeads } from './list-leads.ts'
import { storeLead } from './store-lead.ts'
import { sampleDelivery, sampleLead } from './testing/sample-lead.ts'

const consents = ['privacy', 'marketing'].map((consent) => ({
  consent,
  purpose: 'contact',
  text: `I agree to ${consent}.`,
  textHash: 'hash',
  granted: consent === 'privacy',
  givenAt: '2026-11-20T09:59:59.000Z',
  ip: '192.0.2.1',
  userAgent: null,
}))
const deliveries = [sampleDelivery('acme', 'webhook', { a: 1 }), sampleDelivery('acme', 'pull', { a: 1 })]
const contents = [
  { sql: 'SELECT * FROM consents ORDER BY consent', parameters: [] },
  { sql: 'SELECT * FROM deliveries ORDER BY kind', parameters: [] },
]

test('a lead is stored with its consents and its deliveries', async () => {
  const storage = await temporaryStorage()
  const lead = sampleLead({ consents, deliveries, page: 'home' })
  expect(await storeLead(storage, lead)).toEqual({ stored: true })
  const [consentRows, deliveryRows] = await storage.atomic(contents)
  expect(consentRows).toMatchObject([
    { lead_id: lead.id, consent: 'marketing', granted: 0, locale: 'de', page: 'home' },
    { lead_id: lead.id, consent: 'privacy', granted: 1, text: 'I agree to privacy.', ip: '192.0.2.1' },
  ])
  expect(deliveryRows).toMatchObject([
    { subject_kind: 'lead', subject_id: lead.id, kind: 'pull', delivery: 'feed', state: 'pending', feed_number: null },
    {
      kind: 'webhook',
      delivery: 'hook',
      state: 'pending',
      attempts: 0,
      due_at: Date.parse(lead.receivedAt),
      payload: '{"a":1}',
    },
  ])
})

test('a known idempotency key stores nothing and gives the lead that has it', async () => {
  const storage = await temporaryStorage()
  const first = sampleLead({ idempotencyKey: 'key', consents, deliveries })
  const second = sampleLead({ idempotencyKey: 'key', consents, deliveries })
  const outcomes = await Promise.all([storeLead(storage, first), storeLead(storage, second)])
  const { id, receivedAt, definition } = first
  expect(outcomes).toEqual([{ stored: true }, { stored: false, existing: { id, receivedAt, definition } }])
  const rows = await storage.atomic(contents)
  expect(rows.map((table) => table.map((row) => row.lead_id ?? row.subject_id))).toEqual([
    [id, id],
    [id, id],
  ])
})

test('leads that come together are stored as if each came alone', async () => {
  const together = await temporaryStorage()
  const alone = await temporaryStorage()
  const decision = {
    partner: 'acme',
    taken: true,
    day: '2026-11-20',
    price: null,
    reason: 'taken' as const,
    detail: '“Straße” \\ {"a":1}',
  }
  const routing = { decisions: [decision], days: [], windows: [], contacts: [] }
  const leads = Array.from({ length: 120 }, (_, index) =>
    sampleLead({
      // A third repeats another, some have no key, and their consents and deliveries differ.
      idempotencyKey: index % 10 === 9 ? null : `key ${index % 3 === 2 ? index - 4 : index}`,
      answers: { text: 'Zeile\n"zwei" \\ ✓', index },
      test: index % 2 === 0,
      ...(index % 4 !== 0 && { consents: consents.slice(0, index % 4), deliveries, routing }),
    }),
  )
  const outcomes = await Promise.all(leads.map((lead) => storeLead(together, lead)))
  const expected = []
  for (const lead of leads) expected.push(await storeLead(alone, lead))
  expect(outcomes).toEqual(expected)
  expect(outcomes.filter(({ stored }) => !stored).length).toBeGreaterThan(20)
  const everything = ['leads', 'consents', 'deliveries', 'routings'].map((table) => ({
    sql: `SELECT * FROM ${table} ORDER BY ${table === 'leads' ? 'id' : table === 'deliveries' ? 'subject_id, id' : 'lead_id'}, ${table === 'consents' ? 'consent' : '1'}`,
    parameters: [],
  }))
  expect(await together.read(everything)).toEqual(await alone.read(everything))
})

test('leads without a key are never the same', async () => {
  const storage = await temporaryStorage()
  await storeLead(storage, sampleLead())
  await storeLead(storage, sampleLead())
  expect(await listLeads(storage, { limit: 10 })).toHaveLength(2)
})

test('an id that exists is not taken twice', async () => {
  const storage = await temporaryStorage()
  const lead = sampleLead({ idempotencyKey: 'one' })
  await storeLead(storage, lead)
  const again = await storeLead(storage, { ...lead, idempotencyKey: 'two' })
  expect(again).toEqual({ stored: false, existing: null })
})

test('one holder uses a key for one thing; another holder of the same key is no conflict', async () => {
  const storage = await temporaryStorage()
  const keyed = (idempotencyKey: string, keyScope: string) =>
    storeLead(storage, sampleLead({ idempotencyKey, keyScope }))
  const outcomes = await Promise.all([keyed('1 body', 'holder 1'), keyed('1 other', 'holder 1')])
  expect(outcomes).toEqual([{ stored: true }, { stored: false, existing: 'conflict' }])
  expect(await keyed('1 other', 'holder 2')).toEqual({ stored: true })
})
