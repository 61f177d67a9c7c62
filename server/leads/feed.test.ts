import { expect, test } from 'vitest'
import { parseCursor, toCursor } from '../partner-api/routes.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { readFeed } from './feed.ts'
import { storeLead } from './store-lead.ts'
import { sampleDelivery, sampleLead } from './testing/sample-lead.ts'

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
  const { ids, next } = await read(storage, 'acme', 0, 2)
  expect(ids).toEqual([first, second])
  const last = await read(storage, 'acme', next, 2)
  expect(last.ids).toEqual([third])
  expect(await read(storage, 'acme', last.next)).toEqual({ ids: [], next: last.next })
  expect(await read(storage, 'acme', 0)).toEqual({ ids: [first, second, third], next: last.next })
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
  expect(rows).toEqual([
    { state: 'delivered', feed_number: expect.any(Number), delivered_at: '2026-11-20T10:00:00.000Z' },
  ])
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
  const numbered = "SELECT count(DISTINCT feed_number) AS n FROM deliveries WHERE partner = 'acme'"
  expect(await ours.atomic([{ sql: numbered, parameters: [] }])).toEqual([[{ n: ids.length }]])
})

/** What putting back an older copy of the database does, by whatever means: the leads that came since are not there. */
async function goBack(storage: Storage, without: readonly string[]): Promise<void> {
  for (const table of ['deliveries', 'leads']) {
    const column = table === 'leads' ? 'id' : 'subject_id'
    await storage.atomic(without.map((id) => ({ sql: `DELETE FROM ${table} WHERE ${column} = ?`, parameters: [id] })))
  }
}

test('after an older copy of the database was put back, no partner misses a new lead, wherever its cursor stands', async () => {
  const storage = await temporaryStorage()
  const old = await store(storage, 'acme')
  const { next: early } = await read(storage, 'acme', 0)
  const since: string[] = []
  for (let count = 0; count < 5; count++) since.push(await store(storage, 'acme'))
  const { next: late } = await read(storage, 'acme', early)
  await goBack(storage, since)
  // Time has gone on, were it only for as long as it takes to put the copy back.
  const later = (after: number) => readFeed(storage, 'acme', { after, limit: 100, now: now + 60_000 })
  const fresh = await store(storage, 'acme')
  // A second reader of the same partner asks first.
  for (const after of [0, early, late]) {
    const ids = (await later(after)).leads.map(({ id }) => id)
    expect(
      ids.filter((id) => id !== old),
      `after ${after}`,
    ).toEqual([fresh])
  }
})

test('a cursor ahead of the clock misses nothing either', async () => {
  const storage = await temporaryStorage()
  const since = [await store(storage, 'acme')]
  const year = 365 * 24 * 60 * 60 * 1000
  const ahead = await readFeed(storage, 'acme', { after: 0, limit: 10, now: now + 2 * year })
  await goBack(storage, since)
  const fresh = await store(storage, 'acme')
  expect((await read(storage, 'acme', ahead.next)).ids).toEqual([fresh])
})

test('a cursor that nobody gave out does not end the feed', async () => {
  const storage = await temporaryStorage()
  await store(storage, 'acme')
  const forged = 999_999_999_999_999
  await read(storage, 'acme', forged)
  const { ids, next } = await read(storage, 'acme', 0)
  expect(ids).toHaveLength(1)
  expect(parseCursor(toCursor(next))).toBe(next)
})
