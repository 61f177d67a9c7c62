import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { contentHash } from '../../engine/node/validators.ts'
import { eraseLeads } from '../leads/erase.ts'
import { readFeed } from '../leads/feed.ts'
import { evidenceOf, findLead, leadsOfEmail } from '../leads/find-leads.ts'
import { formVersions, grace } from '../leads/form-versions.ts'
import type { Lead } from '../leads/lead.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '../leads/testing/sample-lead.ts'
import { mailToVisitor } from '../mail/write-mail.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { runRetention } from './retention.ts'

const text = 'I have read the privacy policy.'

function personLead(changes: Partial<Lead> = {}): Lead {
  return sampleLead({
    idempotencyKey: v7(),
    answers: { firstName: 'Ada', coBorrower: { email: 'Ada@Example.com' }, phone: '+442079460018' },
    attribution: { clickId: 'click-4711' },
    consents: [
      {
        consent: 'privacy',
        purpose: 'privacy',
        text,
        textHash: contentHash(text),
        granted: true,
        givenAt: '2026-11-20T10:00:00.000Z',
        ip: '203.0.113.9',
        userAgent: 'Mozilla/5.0 Ada',
      },
    ],
    routing: {
      decisions: [
        { partner: 'acme', taken: true, day: null, price: null, reason: 'taken', detail: 'It takes such leads.' },
      ],
      days: [],
      windows: [{ partner: 'acme', since: 0 }],
      contacts: [contentHash('ada@example.com')],
    },
    deliveries: [sampleDelivery('acme', 'pull', { name: 'Ada' }), sampleDelivery('acme', 'webhook', { name: 'Ada' })],
    mails: [
      {
        message: mailToVisitor('receipt', { from: 'a@example.com', to: 'ada@example.com', subject: 'x', text: 'x' }),
        address: contentHash('ada@example.com'),
        notBefore: null,
      },
    ],
    contacts: [contentHash('ada@example.com')],
    subscription: { address: contentHash('ada@example.com'), isHeld: false, asked: null },
    ...changes,
  })
}

/** Everything in the database, as text. */
async function everything(storage: Storage): Promise<string> {
  const tables = [
    ...['leads', 'consents', 'deliveries', 'routings', 'partner_contacts', 'partner_days', 'mail_quota'],
    ...['subscriptions', 'mail_tokens', 'lead_contacts'],
  ]
  const rows = await storage.atomic(tables.map((table) => ({ sql: `SELECT * FROM ${table}`, parameters: [] })))
  return JSON.stringify(rows)
}

async function count(storage: Storage, table: string): Promise<Row | undefined> {
  const [rows = []] = await storage.atomic([{ sql: `SELECT count(*) AS n FROM ${table}`, parameters: [] }])
  return rows[0]
}

test('erasing leaves nothing about the person, and the lead stays in the counts', async () => {
  const storage = await temporaryStorage()
  const lead = personLead()
  await storeLead(storage, lead)
  const other = personLead({ answers: { email: 'grace@example.com' } })
  other.routing = { ...other.routing, windows: [], contacts: [] }
  other.mails = []
  await storeLead(storage, other)
  const before = await readFeed(storage, 'acme', { after: 0, limit: 10, now: 0 })
  expect(before.leads).toHaveLength(2)
  expect(await leadsOfEmail(storage, ' ADA@example.com')).toEqual([lead.id])
  expect(await findLead(storage, lead.id)).toMatchObject({ lead: { id: lead.id }, deliveries: [{}, {}, {}] })

  // Who is subscribed is not erased for age.
  expect(await eraseLeads(storage, [lead.id], 0)).toEqual([])
  const asked = { describe: null }
  expect(await eraseLeads(storage, [lead.id, 'unknown'], 0, asked)).toEqual([lead.id])
  expect(await eraseLeads(storage, [lead.id], 0, asked)).toEqual([])
  await eraseLeads(storage, [other.id], 0, asked)
  const left = await everything(storage)
  for (const said of ['Ada', 'ada@', '+44207', 'click-4711', '203.0.113', 'Mozilla', contentHash('ada@example.com')])
    expect(left, said).not.toContain(said)
  expect(await count(storage, 'leads')).toEqual({ n: 2 })
  expect(await count(storage, 'consents')).toEqual({ n: 2 })
  // A reader that starts over misses the erased ones and nothing else; its cursor stays good.
  expect((await readFeed(storage, 'acme', { after: 0, limit: 10, now: 0 })).leads).toEqual([])
  const later = personLead({ subscription: null, routing: { decisions: [], days: [], windows: [], contacts: [] } })
  await storeLead(storage, later)
  expect((await readFeed(storage, 'acme', { after: before.next, limit: 10, now: 0 })).leads).toHaveLength(1)
  const webhooks = `SELECT state FROM deliveries WHERE kind = 'webhook' AND subject_id = '${lead.id}'`
  expect(await storage.atomic([{ sql: webhooks, parameters: [] }])).toEqual([[{ state: 'erased' }]])
})

test('leads are erased after the days of their form, and not before', async () => {
  const storage = await temporaryStorage()
  const now = Date.parse('2026-11-20T10:00:00Z')
  const day = 24 * 60 * 60 * 1000
  const ages = [0, 29, 31, 400]
  const ids = ages.map((age) => v7({ msecs: now - age * day }))
  for (const id of ids)
    await storeLead(storage, personLead({ id, form: 'home', routing: noRouting, subscription: null }))
  const foreign = v7({ msecs: now - 400 * day })
  await storeLead(storage, personLead({ id: foreign, form: 'car', routing: noRouting }))
  const kept = { retention: new Map([['home', 30]]), partners: {} }
  expect(await runRetention(storage, kept, now)).toEqual({ ok: true, erased: 2 })
  expect(await runRetention(storage, kept, now)).toEqual({ ok: true, erased: 0 })
  const [rows = []] = await storage.atomic([
    { sql: 'SELECT id FROM leads WHERE erased_at IS NOT NULL', parameters: [] },
  ])
  expect(rows.map(({ id }) => id).sort()).toEqual([ids[2], ids[3]].sort())
  // Longer than there have been ids.
  for (const days of [36_500, 1e12])
    expect(await runRetention(storage, { ...kept, retention: new Map([['car', days]]) }, now)).toEqual({
      ...{ ok: true, erased: 0 },
    })
})

const noRouting = { decisions: [], days: [], windows: [], contacts: [] }

test('evidence is verified against its hash and the form that was shown, which is kept for it', async () => {
  const storage = await temporaryStorage()
  let now = 1000
  const versions = formVersions(storage, () => now)
  const consents = [{ id: 'privacy', purpose: 'privacy', text: 'I have read the [privacy policy](page:privacy).' }]
  await versions.remember({ form: { id: 'home-insurance', locale: 'de', steps: [], consents } as never, hash: 'shown' })
  const lead = personLead({ definition: 'shown' })
  await storeLead(storage, lead)
  const none = { forms: { versions: () => [] } } as never
  await versions.supersede(none)
  now += grace + 1
  await versions.supersede(none)
  expect(await evidenceOf(storage, lead.id)).toMatchObject([{ consent: 'privacy', granted: true, text, doubts: [] }])
  expect(await evidenceOf(storage, 'unknown')).toBeNull()

  await storage.atomic([{ sql: "UPDATE consents SET text = 'I agree to everything.'", parameters: [] }])
  expect(await evidenceOf(storage, lead.id)).toMatchObject([
    { doubts: ['The sentence does not match its hash.', 'The form that was shown had a different sentence.'] },
  ])
})
