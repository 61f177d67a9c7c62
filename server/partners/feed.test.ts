import { expect, test } from 'vitest'
import { storeLead } from '#server/leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '#server/leads/testing/sample-lead.ts'
import type { Storage } from '#server/storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '#server/storage/testing/temporary-storage.ts'
import { readFeed } from './feed.ts'

const now = Date.parse('2026-11-20T10:00:00Z')

/** Stores a lead for each partner named, and returns its id. */
async function store(storage: Storage, ...partners: string[]): Promise<string> {
  const lead = sampleLead()
  lead.deliveries = partners.map((partner) => sampleDelivery(partner, 'pull', { id: lead.id }))
  await storeLead(storage, lead)
  return lead.id
}

async function read(storage: Storage, partner: string, after: number, limit = 100) {
  const { leads, next } = await readFeed(storage, partner, { after, limit, now })
  return { ids: leads.map(({ id }) => id), next }
}

test('a partner reads its own leads, oldest first, page by page', async () => {
  const storage = await temporaryStorage()
  const first = await store(storage, 'acme', 'other')
  await store(storage, 'other')
  const second = await store(storage, 'acme')
  const third = await store(storage, 'acme')
  expect(await read(storage, 'acme', 0, 2)).toEqual({ ids: [first, second], next: 2 })
  expect(await read(storage, 'acme', 2, 2)).toEqual({ ids: [third], next: 3 })
  expect(await read(storage, 'acme', 3)).toEqual({ ids: [], next: 3 })
  expect(await read(storage, 'acme', 0)).toEqual({ ids: [first, second, third], next: 3 })
  expect(await read(storage, 'nobody', 0)).toEqual({ ids: [], next: 0 })
})

test('reading is the delivery', async () => {
  const storage = await temporaryStorage()
  await store(storage, 'acme')
  await read(storage, 'acme', 0)
  await read(storage, 'acme', 0)
  const [rows] = await storage.atomic([
    { sql: 'SELECT state, feed_number, delivered_at FROM deliveries', parameters: [] },
  ])
  expect(rows).toEqual([{ state: 'delivered', feed_number: 1, delivered_at: '2026-11-20T10:00:00.000Z' }])
})

test('a webhook is not part of the feed', async () => {
  const storage = await temporaryStorage()
  await storeLead(storage, sampleLead({ deliveries: [sampleDelivery('acme', 'webhook')] }))
  expect(await read(storage, 'acme', 0)).toEqual({ ids: [], next: 0 })
})

test('a partner that follows its cursor while leads come in from two processes gets each once', async () => {
  const place = await temporaryPlace()
  const ours = await temporaryStorage(place)
  const theirs = await temporaryStorage(place)
  const stored: Promise<string>[] = []
  const seen: string[] = []
  let after = 0
  for (let round = 0; round < 20; round++) {
    for (const storage of [ours, theirs, ours]) stored.push(store(storage, 'acme', 'other'))
    // Two readers at once: numbering must not run twice.
    const [part] = await Promise.all([read(theirs, 'acme', after, 7), read(ours, 'acme', after, 3)])
    seen.push(...part.ids)
    after = part.next
  }
  const ids = await Promise.all(stored)
  seen.push(...(await read(ours, 'acme', after)).ids)
  expect(seen.toSorted()).toEqual(ids.toSorted())
  expect((await read(theirs, 'acme', 0)).ids).toEqual(seen)
  const numbers = "SELECT feed_number AS number FROM deliveries WHERE partner = 'acme' ORDER BY feed_number"
  const [rows = []] = await ours.atomic([{ sql: numbers, parameters: [] }])
  expect(rows.map((row) => row.number)).toEqual(ids.map((_, index) => index + 1))
})
