// A reminder may wait for months, which is no wrong clock; then it leaves once, or not at all.
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { listDeliveries } from '../leads/deliveries.ts'
import { eraseLeads } from '../leads/erase.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { mailToVisitor } from '../mail/write-mail.ts'
import type { Storage } from '../storage/storage.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { startBench } from './testing/relay-bench.ts'

const day = 24 * 60 * 60 * 1000

/** Stores a lead with a webhook that leaves at a time. @returns its id */
async function storeScheduled(storage: Storage, notBefore: number): Promise<string> {
  const lead = sampleLead()
  await storeLead(storage, lead)
  const sql = `INSERT INTO deliveries (id, subject_id, partner, delivery, kind, payload, state, due_at)
    VALUES (?, ?, 'acme', 'hook', 'webhook', '{}', 'scheduled', ?)`
  await storage.atomic([{ sql, parameters: [v7(), lead.id, notBefore] }])
  return lead.id
}

test('it waits for its time, however far that is, beside what leaves at once, and leaves then', async () => {
  const receiver = await startReceiver(answerWith(200))
  const bench = await startBench({ acme: receiver.url })
  const time = bench.clock.now + 300 * day
  await storeScheduled(bench.storage, time)
  await bench.enqueue('acme')
  await eventually(() => expect(receiver.received).toHaveLength(1))
  expect(await listDeliveries(bench.storage, { state: 'scheduled', limit: 5 })).toMatchObject([
    { state: 'scheduled', attempts: 0, dueAt: new Date(time).toISOString() },
  ])
  bench.clock.now = time - 1
  await sleep(50)
  expect(receiver.received).toHaveLength(1)
  bench.clock.now = time
  await eventually(() => expect(receiver.received).toHaveLength(2))
  await eventually(async () =>
    expect((await bench.deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']),
  )
})

test('it does not leave by a clock that cannot be believed, nor when its lead was erased', async () => {
  const receiver = await startReceiver(answerWith(200))
  let isRight = false
  const bench = await startBench({ acme: receiver.url }, { isClockRight: () => isRight })
  const erased = await storeScheduled(bench.storage, bench.clock.now + day)
  const kept = await storeScheduled(bench.storage, bench.clock.now + 2 * day)
  bench.clock.now += 3 * day
  await bench.enqueue('acme')
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await eraseLeads(bench.storage, [erased], bench.clock.now)
  isRight = true
  await eventually(() => expect(receiver.received).toHaveLength(2))
  await eventually(async () => {
    const of = (await bench.deliveries()).map((row) => [row.subject_id, row.state])
    expect(of).toEqual(
      expect.arrayContaining([
        [erased, 'erased'],
        [kept, 'delivered'],
      ]),
    )
  })
})

test('a reminder is stored once, with its lead', async () => {
  const bench = await startBench({})
  const message = mailToVisitor('reminder', { to: 'ada@example.com', deferred: 'reminder' })
  const reminder = { message, address: 'ada', notBefore: bench.clock.now + day }
  const leads = [1, 2].map(() => sampleLead({ idempotencyKey: 'once', mails: [reminder] }))
  for (const lead of leads) await storeLead(bench.storage, lead)
  expect((await bench.deliveries()).map((row) => [row.subject_id, row.state])).toEqual([[leads[0]?.id, 'scheduled']])
})
