// Clocks jump: a machine starts with a wrong one, and is put right later.
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { startBench } from './testing/relay-bench.ts'

const day = 24 * 60 * 60 * 1000

test('a try that failed while the clock stood 11 months ahead does not wait for 11 months', async () => {
  const receiver = await startReceiver((response, count) => answerWith(count === 1 ? 500 : 200)(response))
  const bench = await startBench({ acme: receiver.url })
  const right = bench.clock.now
  bench.clock.now += 330 * day
  await bench.enqueue('acme')
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ attempts: 1, lease_until: null }]))
  bench.clock.now = right
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]))
})

test('a lead that came while the clock stood ahead leaves when it is right again, as does what a dead process held', async () => {
  const receiver = await startReceiver(answerWith(200))
  const bench = await startBench({ acme: receiver.url })
  await bench.relay.stop()
  const right = bench.clock.now
  bench.clock.now += 730 * day
  await bench.enqueue('acme')
  await bench.enqueue('acme')
  const [first] = await bench.deliveries()
  await bench.storage.atomic([
    {
      sql: 'UPDATE deliveries SET lease_until = ?, attempts = 1 WHERE id = ?',
      parameters: [bench.clock.now + 60_000, first?.id],
    },
  ])
  const next = await startBench({ acme: receiver.url }, { storage: bench.storage })
  next.clock.now = right
  await eventually(async () =>
    expect(await next.deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]),
  )
  expect(receiver.received).toHaveLength(2)
})

test('what is on its way is not sent again because the clock jumped', async () => {
  const held: ServerResponse[] = []
  const receiver = await startReceiver((response) => void held.push(response))
  const bench = await startBench({ acme: receiver.url })
  await bench.enqueue('acme')
  await eventually(() => expect(receiver.received).toHaveLength(1))
  const right = bench.clock.now
  for (const jump of [730 * day, -730 * day]) {
    bench.clock.now = right + jump
    // Another delivery arrives, so the outbox was looked through meanwhile.
    const before = receiver.received.length
    await bench.enqueue('acme')
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(before))
  }
  bench.clock.now = right
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  expect(receiver.received).toHaveLength(3)
  for (const response of held) answerWith(200)(response)
})

test('a wait that the schedule or a partner asks for is kept', async () => {
  const receiver = await startReceiver((response, count) =>
    answerWith(count === 1 ? 503 : 200, { 'retry-after': String(24 * 3600) })(response),
  )
  const bench = await startBench({ acme: receiver.url })
  await bench.enqueue('acme')
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ due_at: bench.clock.now + day }]))
  bench.clock.now += day - 1
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(receiver.received).toHaveLength(1)
})

test('a server whose own clock is two years behind takes nothing that others hold or that waits', async () => {
  const receiver = await startReceiver(answerWith(200))
  const bench = await startBench({ acme: receiver.url })
  await bench.relay.stop()
  await bench.enqueue('acme')
  await bench.enqueue('acme')
  const [held, waiting] = await bench.deliveries()
  const soon = bench.clock.now + 60_000
  await bench.storage.atomic([
    { sql: 'UPDATE deliveries SET attempts = 1, lease_until = ? WHERE id = ?', parameters: [soon, held?.id] },
    { sql: 'UPDATE deliveries SET attempts = 1, due_at = ? WHERE id = ?', parameters: [soon, waiting?.id] },
  ])
  const behind = await startBench(
    { acme: receiver.url, other: receiver.url },
    { storage: bench.storage, isClockRight: () => false },
  )
  behind.clock.now -= 730 * day
  // What comes meanwhile shows that the outbox was looked through.
  await behind.enqueue('other')
  await eventually(() => expect(receiver.received).toHaveLength(1))
  expect(await bench.deliveries()).toMatchObject([{ attempts: 1 }, { attempts: 1 }, { partner: 'other' }])
})
