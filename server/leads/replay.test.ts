// Operators send anew what was given up while servers deliver, leads arrive and persons are erased.
import { expect, test, vi } from 'vitest'
import { startBench } from '../relay/testing/relay-bench.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { replay } from './deliveries.ts'
import { eraseLeads } from './erase.ts'

const count = 600
const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`

/** Deliveries to acme that were given up, each with a lead. */
const givenUp = [
  `INSERT INTO leads (id, received_at, form, locale, brand, definition, answers, attribution, test, body_hash)
    ${numbers} SELECT 'lead ' || i, '', '', '', '', '', '{}', '{}', 0, '' FROM n`,
  `INSERT INTO deliveries (id, subject_id, partner, delivery, kind, payload, state, attempts, due_at)
    ${numbers} SELECT '00000000-0000-4000-8000-' || (i + 100000000000), 'lead ' || i, 'acme', 'hook', 'webhook', '{"to":"acme"}', 'dead', 10, 0 FROM n`,
].map((sql) => ({ sql, parameters: [] }))

test('two replays at once, with two servers that deliver: each message leaves once, and nothing is held up', async () => {
  const receiver = await startReceiver(answerWith(200))
  const place = await temporaryPlace()
  const bench = await startBench(
    { acme: receiver.url, other: receiver.url },
    { storage: await temporaryStorage(place) },
  )
  await startBench({ acme: receiver.url, other: receiver.url }, { storage: await temporaryStorage(place) })
  await bench.storage.atomic(givenUp)
  const erased = Array.from({ length: 50 }, (_, n) => `lead ${n * 12 + 1}`)
  await eraseLeads(bench.storage, erased.slice(0, 25), bench.clock.now)

  const seen: number[] = []
  const query = { partner: 'acme', states: ['dead'] } as const
  const replays = [
    replay(bench.storage, query, bench.clock.now, (looked) => seen.push(looked)),
    replay(bench.storage, query, bench.clock.now),
  ]
  // Meanwhile persons are erased, and leads come and leave.
  await eraseLeads(bench.storage, erased.slice(25), bench.clock.now)
  await bench.enqueue('other')
  const sent = (await Promise.all(replays)).map((one) => one.sent).reduce((sum, one) => sum + one)
  // What the other one took first, this one did not see.
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  expect(seen.at(-1)).toBeLessThanOrEqual(count)
  expect(sent).toBeGreaterThanOrEqual(count - erased.length)
  expect(sent).toBeLessThanOrEqual(count - 25)

  // Each look reads the whole outbox.
  const look = async () => {
    const states = Map.groupBy(await bench.deliveries(), ({ state }) => state)
    expect([...states.keys()].sort()).toEqual(['delivered', 'erased'])
    expect(states.get('delivered')?.length).toBe(receiver.received.length)
  }
  await vi.waitFor(look, { timeout: 90_000, interval: 200 })
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(receiver.received.length)
  expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set(['{"to":"acme"}', '{"to":"other"}']))
})

test('what was erased is no dead letter, and a replay of it says why nothing leaves', async () => {
  const bench = await startBench({})
  await bench.relay.stop()
  await bench.storage.atomic(givenUp)
  await eraseLeads(bench.storage, ['lead 7'], bench.clock.now)
  const query = { id: '00000000-0000-4000-8000-100000000007', states: ['dead'] } as const
  expect(await replay(bench.storage, query, bench.clock.now)).toMatchObject({ sent: 0, erased: 1 })
  const dead = "SELECT count(*) AS n FROM deliveries WHERE state = 'dead'"
  expect(await bench.storage.atomic([{ sql: dead, parameters: [] }])).toEqual([[{ n: count - 1 }]])
})
