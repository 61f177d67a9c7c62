import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { sampleOrigin } from '../channels/testing/sample-origin.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { openSecretKey } from '../storage/settings.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { deliveriesOf, routeLead } from './new-lead.ts'

const partner = (changes: Partial<PartnerDefinition>): PartnerDefinition => ({
  name: 'x',
  filters: [{ form: 'home-insurance' }],
  deliveries: { feed: { kind: 'pull' } },
  ...changes,
})

/** As submissions/accept.ts has it: routed anew for as long as others come first. */
async function take(storage: Storage, partners: Record<string, PartnerDefinition>, contact: string): Promise<string[]> {
  for (;;) {
    const lead = sampleLead({ id: v7() })
    const receivedAt = Date.parse(lead.receivedAt)
    const routing = await routeLead(
      storage,
      partners,
      { ...lead, page: null, suspicion: null, answers: {}, receivedAt },
      [contact],
      await openSecretKey(storage, null),
    )
    const routed = { ...lead, routing }
    const result = await storeLead(storage, {
      ...routed,
      deliveries: deliveriesOf(partners, routed, {
        form: { steps: [] } as never,
        answers: {},
        ip: null,
        site: '',
        ...sampleOrigin,
      }),
    })
    if (result.stored) return routing.decisions.filter(({ taken }) => taken).map(({ partner }) => partner)
  }
}

async function count(storage: Storage, sql: string): Promise<number> {
  const [rows = []] = await storage.atomic([{ sql, parameters: [] }])
  return Number(rows[0]?.n)
}

test('a cap holds under load, from two servers at once, and what is over goes to the next partner', async () => {
  const place = await temporaryPlace()
  const storages = [await temporaryStorage(place), await temporaryStorage(place)]
  const partners = { first: partner({ dailyCap: 7, maxPartners: 1, priority: 1 }), rest: partner({}) }
  const all = Array.from({ length: 60 }, (_, n) => take(storages[n % 2] as Storage, partners, `contact ${n}`))
  const taken = (await Promise.all(all)).flat()
  expect(taken.filter((one) => one === 'first')).toHaveLength(7)
  expect(taken.filter((one) => one === 'rest')).toHaveLength(53)
  const [storage] = storages as [Storage]
  expect(await count(storage, "SELECT count(*) AS n FROM deliveries WHERE partner = 'first'")).toBe(7)
  expect(await count(storage, 'SELECT count(*) AS n FROM leads')).toBe(60)
  expect(await count(storage, "SELECT count(*) AS n FROM routings WHERE reason = 'daily-cap'")).toBe(53)
})

test('of equal contacts at the same moment a partner gets one, and another once the days are over', async () => {
  const place = await temporaryPlace()
  const storages = [await temporaryStorage(place), await temporaryStorage(place)]
  const partners = { acme: partner({ duplicateDays: 30 }) }
  const all = Array.from({ length: 20 }, (_, n) => take(storages[n % 2] as Storage, partners, 'the same'))
  expect((await Promise.all(all)).flat()).toEqual(['acme'])
  const [storage] = storages as [Storage]
  expect(await count(storage, 'SELECT count(*) AS n FROM leads')).toBe(20)
  await storage.atomic([{ sql: 'UPDATE partner_contacts SET seen_at = seen_at - 2678400000', parameters: [] }])
  expect(await take(storage, partners, 'the same')).toEqual(['acme'])
})
