import { expect, test } from 'vitest'
import type { PartnerDefinition, PartnerMap } from '#schemas/generated/partner.ts'
import { eraseLeads } from '../leads/erase.ts'
import type { KeyedHash } from '../storage/settings.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { submit } from '../testing/running-server.ts'
import { approveLead } from './reroute.ts'

const hash: KeyedHash = (purpose, text) => `${purpose} ${text}`

async function rows(storage: Storage, sql: string): Promise<Row[]> {
  const [found = []] = await storage.atomic([{ sql, parameters: [] }])
  return found
}

test('a lead that waits for review is approved once, however many operators do, and is routed as if it came now', async () => {
  const storage = await temporaryStorage()
  const { origin, site } = await appOn(storage)
  const context = { page: 'home-insurance', honeypot: 'https://spam.example' }
  const reply = await submit(origin, { context })
  const { id, receivedAt } = (await reply.json()) as { id: string; receivedAt: string }
  expect(await rows(storage, 'SELECT id FROM deliveries')).toEqual([])
  expect(await rows(storage, 'SELECT suspicion, via FROM leads')).toEqual([
    { suspicion: 'The hidden honeypot field was filled in.', via: 'api' },
  ])

  const now = Date.now() + 3_600_000
  const map: PartnerMap = {
    mail: 'email',
    id: { leadProperty: 'id' },
    at: { leadProperty: 'receivedAt' },
    proof: { consents: 'all' },
  }
  const demo = { ...(site.partners.all.demo as PartnerDefinition), map }
  const mapped = { ...site, partners: { ...site.partners, all: { demo } } }
  const all = await Promise.all(Array.from({ length: 5 }, () => approveLead(storage, mapped, id, { hash, now })))
  expect(all.filter(({ ok }) => ok)).toMatchObject([
    { decisions: [{ partner: 'demo', taken: true, reason: 'taken' }], deliveries: 1 },
  ])
  expect(all.filter(({ ok }) => !ok)).toEqual(Array(4).fill({ ok: false, reason: 'not-waiting' }))
  const [delivery, ...more] = await rows(storage, "SELECT * FROM deliveries WHERE partner <> '@visitors'")
  expect(more).toEqual([])
  expect(delivery).toMatchObject({ subject_id: id, partner: 'demo', state: 'pending', due_at: now })
  // What the partner reads is what it would have read at once.
  const evidence = await rows(storage, 'SELECT consent, purpose, text, text_hash, granted, given_at FROM consents')
  const proof = evidence.map(({ consent, text_hash, granted, given_at, ...rest }) => ({
    ...{ id: consent, textHash: text_hash, granted: granted === 1, givenAt: given_at, ...rest },
  }))
  expect(proof.length).toBeGreaterThan(0)
  const data = { mail: 'ada@example.com', id, at: receivedAt, proof }
  expect(JSON.parse(String(delivery?.payload))).toMatchObject({ id, receivedAt, data })
  expect(await rows(storage, 'SELECT taken, reason FROM routings')).toEqual([{ taken: 1, reason: 'taken' }])
  expect(await rows(storage, 'SELECT suspicion FROM leads')).toEqual([{ suspicion: null }])
})

test('what cannot be approved is said', async () => {
  const storage = await temporaryStorage()
  const { origin, site } = await appOn(storage)
  const send = async (context: object) => ((await (await submit(origin, { context })).json()) as { id: string }).id
  const plain = await send({})
  const erased = await send({ page: 'home-insurance', honeypot: 'x' })
  await eraseLeads(storage, [erased], Date.now())
  const reasons = await Promise.all(
    [plain, erased, 'none'].map((id) => approveLead(storage, site, id, { hash, now: Date.now() })),
  )
  expect(reasons.map((each) => !each.ok && each.reason)).toEqual(['not-waiting', 'erased', 'unknown'])
})
