import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { schedule } from './relay.ts'
import { secret, startBench } from './testing/relay-bench.ts'

// A listener that nobody opened: connections are refused at once.
const nobody = 'http://127.0.0.1:9/hook'

test('a webhook arrives with a signature that Standard Webhooks verifies', async () => {
  const receiver = await startReceiver(answerWith(204))
  const bench = await startBench({ acme: receiver.url })
  await bench.enqueue('acme')
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ state: 'delivered' }]))
  const [row] = await bench.deliveries()
  expect(row).toMatchObject({ attempts: 1, last_error: null, lease_until: null, delivered_at: expect.any(String) })
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': row?.id })
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({ to: 'acme' })
})

test('after a failure the same message is sent again when its time has come', async () => {
  const receiver = await startReceiver((response, count) => answerWith(count === 1 ? 500 : 200)(response))
  const bench = await startBench({ acme: receiver.url })
  await bench.enqueue('acme')
  await eventually(async () =>
    expect(await bench.deliveries()).toMatchObject([
      { last_error: 'The partner responded with 500.', lease_until: null },
    ]),
  )
  const [failed] = await bench.deliveries()
  expect(failed).toMatchObject({ state: 'pending', due_at: bench.clock.now + 5000 })
  bench.clock.now += 4999
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(receiver.received).toHaveLength(1)
  bench.clock.now += 1
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]))
  const [first, second] = receiver.received
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
})

test('a Retry-After that is later than the schedule is obeyed', async () => {
  const receiver = await startReceiver(answerWith(503, { 'retry-after': '120' }))
  const bench = await startBench({ acme: receiver.url })
  await bench.enqueue('acme')
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ due_at: bench.clock.now + 120_000 }]))
})

test('410 ends a delivery at once', async () => {
  const receiver = await startReceiver(answerWith(410))
  const bench = await startBench({ acme: receiver.url })
  await bench.enqueue('acme')
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ state: 'dead', attempts: 1 }]))
})

test('a redirect is a failure and is not followed', async () => {
  const target = await startReceiver(answerWith(200))
  const receiver = await startReceiver(answerWith(307, { location: target.url }))
  const bench = await startBench({ acme: receiver.url })
  await bench.enqueue('acme')
  await eventually(async () =>
    expect(await bench.deliveries()).toMatchObject([
      { state: 'pending', last_error: 'The partner responded with 307; redirects are not followed.' },
    ]),
  )
  expect(target.received).toEqual([])
})

test('a partner that does not answer in time is tried again', async () => {
  const receiver = await startReceiver(() => {})
  const bench = await startBench({ acme: receiver.url }, { timeoutMs: 50 })
  await bench.enqueue('acme')
  await eventually(async () =>
    expect(await bench.deliveries()).toMatchObject([{ state: 'pending', last_error: 'No response within 0.05 s.' }]),
  )
})

test('after ten tries a delivery is dead', async () => {
  const receiver = await startReceiver(answerWith(500))
  const bench = await startBench({ acme: receiver.url })
  await bench.enqueue('acme')
  for (const [tries, wait] of schedule.entries()) {
    bench.clock.now += wait
    await eventually(async () =>
      expect(await bench.deliveries()).toMatchObject([{ attempts: tries + 1, lease_until: null }]),
    )
  }
  expect(await bench.deliveries()).toMatchObject([{ state: 'dead', attempts: 10 }])
  bench.clock.now += 1e9
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(receiver.received).toHaveLength(10)
})

test.each([
  ['no such partner', {}, 'The definitions lack the delivery acme/hook.'],
  ['nobody listens', { acme: nobody }, 'The connection failed (ECONNREFUSED).'],
])('%s: a failed try that says why', async (_, urls, error) => {
  const bench = await startBench(urls)
  await bench.enqueue('acme')
  await eventually(async () =>
    expect(await bench.deliveries()).toMatchObject([{ state: 'pending', attempts: 1, last_error: error }]),
  )
})

test('a partner that hangs delays no other, and only so many of its own at a time', async () => {
  const held: ServerResponse[] = []
  let hangs = true
  const hanging = await startReceiver((response) => void (hangs ? held.push(response) : response.end()))
  const quick = await startReceiver(answerWith(200))
  const bench = await startBench({ hanging: hanging.url, quick: quick.url })
  for (let count = 0; count < 20; count++) await bench.enqueue('hanging', 'quick')
  await eventually(() => expect(quick.received).toHaveLength(20))
  expect(hanging.received).toHaveLength(8)
  hangs = false
  for (const response of held) response.end()
  await eventually(() => expect(hanging.received).toHaveLength(20))
})

test('stop waits for what is on its way, settles it, and sends nothing more', async () => {
  const receiver = await startReceiver((response) => setTimeout(answerWith(200), 100, response))
  const bench = await startBench({ acme: receiver.url })
  await bench.enqueue('acme')
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await bench.relay.stop()
  expect(await bench.deliveries()).toMatchObject([{ state: 'delivered' }])
  await bench.enqueue('acme')
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(receiver.received).toHaveLength(1)
})

test('what a dead process had claimed is sent when its lease ends', async () => {
  const receiver = await startReceiver(answerWith(200))
  const bench = await startBench({})
  await bench.relay.stop()
  await bench.enqueue('acme')
  const leaseUntil = bench.clock.now + 1000
  const claim = { sql: 'UPDATE deliveries SET attempts = 1, lease_until = ?', parameters: [leaseUntil] }
  await bench.storage.atomic([claim])
  const next = await startBench({ acme: receiver.url }, { storage: bench.storage })
  next.clock.now = leaseUntil - 1
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(receiver.received).toEqual([])
  next.clock.now = leaseUntil
  await eventually(async () => expect(await next.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]))
})

test('two relays on one database send each delivery once', async () => {
  const receiver = await startReceiver(answerWith(200))
  const place = await temporaryPlace()
  const first = await startBench({ acme: receiver.url }, { storage: await temporaryStorage(place) })
  await startBench({ acme: receiver.url }, { storage: await temporaryStorage(place) })
  for (let count = 0; count < 30; count++) await first.enqueue('acme')
  await eventually(async () => {
    const states = (await first.deliveries()).map((row) => row.state)
    expect(states).toEqual(Array(30).fill('delivered'))
  })
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30)
  expect(receiver.received).toHaveLength(30)
})
