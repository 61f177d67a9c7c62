// What becomes of a delivery at receivers of every kind, and that their troubles stay their own.
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { listDeliveries, replay, retryNow } from '../leads/deliveries.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { schedule } from './relay.ts'
import { startBench } from './testing/relay-bench.ts'

interface Behaviour {
  answer: (response: ServerResponse, count: number) => void
  /** After the first try. */
  first: object
  /** After the second, if there is one. */
  second?: object
  /** How much later the second try is due, in seconds. */
  wait?: number
  /** How long it may take, in ms. */
  timeoutMs?: number
}

const delivered = { state: 'delivered', last_error: null }
const waits = (error: string) => ({ state: 'pending', attempts: 1, last_error: error })
const lost = (response: ServerResponse) => response.destroy()

const behaviours: Record<string, Behaviour> = {
  'answers 200': { answer: answerWith(200), first: delivered },
  'answers 204': { answer: answerWith(204), first: delivered },
  'is slow': {
    answer: (response, count) => void (count > 1 && response.end()),
    first: waits('No response within 1.5 s.'),
    timeoutMs: 1500,
    second: delivered,
  },
  'resets the connection': { answer: lost, first: waits('The connection failed (UND_ERR_SOCKET).') },
  redirects: {
    answer: answerWith(302, { location: 'http://127.0.0.1:1/' }),
    first: waits('The partner responded with 302; redirects are not followed.'),
  },
  'answers 410': {
    answer: answerWith(410),
    first: { state: 'dead', last_error: 'The partner responded with 410 (Gone).' },
  },
  'answers 429 with Retry-After': {
    answer: (response, count) => answerWith(count > 1 ? 200 : 429, { 'retry-after': '120' })(response),
    first: waits('The partner responded with 429.'),
    second: delivered,
    wait: 120,
  },
  'answers 500, then 200': {
    answer: (response, count) => answerWith(count > 1 ? 200 : 500)(response),
    first: waits('The partner responded with 500.'),
    second: delivered,
    wait: 5,
  },
  'takes it, but its reply is lost': {
    answer: (response, count) => (count > 1 ? answerWith(200)(response) : void lost(response)),
    first: waits('The connection failed (UND_ERR_SOCKET).'),
    second: { ...delivered, attempts: 2 },
  },
  'answers with a huge body': {
    answer: (response) => {
      response.writeHead(200).write(Buffer.alloc(8 * 1024 * 1024))
      response.end()
    },
    first: delivered,
  },
  'never ends its body': {
    answer: (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
      response.on('close', () => clearInterval(timer))
    },
    first: delivered,
  },
  'trickles its headers': {
    answer: (response) => {
      const { socket } = response
      socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ')
      const timer = setInterval(() => socket?.write('x'), 50)
      socket?.on('close', () => clearInterval(timer))
    },
    first: waits('No response within 1.5 s.'),
    timeoutMs: 1500,
  },
  'answers what is no HTTP': {
    answer: (response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n'),
    first: waits('The connection failed (HTTPParserError).'),
  },
}

test.each(Object.entries(behaviours))(
  'a receiver that %s',
  async (_, { answer, first, second, wait = 5, timeoutMs = 20_000 }) => {
    const receiver = await startReceiver(answer)
    const bench = await startBench({ acme: receiver.url }, { timeoutMs })
    await bench.enqueue('acme')
    await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ ...first, lease_until: null }]))
    if (!second) return
    bench.clock.now += wait * 1000 - 1
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(await bench.deliveries()).toMatchObject([{ attempts: 1 }])
    bench.clock.now += 1
    await eventually(async () => expect(await bench.deliveries()).toMatchObject([second]))
    // A receiver that took the first one can tell that the second is no other.
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  },
)

test('an outage of 75 hours delivers or gives up everything, and a replay delivers the rest, twice if asked', async () => {
  let isUp = false
  const receiver = await startReceiver((response) => answerWith(isUp ? 200 : 503)(response))
  const bench = await startBench({ acme: receiver.url })
  const start = bench.clock.now
  const hour = 3_600_000
  await bench.enqueue('acme')
  const settled = (attempts: number) => async () => {
    const rows = await bench.deliveries()
    expect(rows.filter(({ state, lease_until: lease }) => state === 'pending' && lease !== null)).toEqual([])
    expect(Math.max(...rows.map((row) => Number(row.attempts)))).toBeGreaterThanOrEqual(attempts)
  }
  for (const [tries, wait] of schedule.entries()) {
    bench.clock.now += wait
    // One more lead comes with each try of the first: they are at every stage when the outage ends.
    if (tries > 0 && tries < 9) await bench.enqueue('acme')
    await eventually(settled(tries + 1))
  }
  expect(bench.clock.now - start).toBeGreaterThan(75 * hour)
  const dead = await listDeliveries(bench.storage, { state: 'dead', limit: 20 })
  expect(dead).toMatchObject([{ attempts: 10, error: 'The partner responded with 503.', dueAt: null }])

  isUp = true
  const [waiting] = await listDeliveries(bench.storage, { state: 'pending', limit: 1 })
  expect(await retryNow(bench.storage, waiting?.id ?? '', bench.clock.now)).toBe(true)
  bench.clock.now += 80 * hour
  const states = async () => (await bench.deliveries()).map(({ state }) => state).sort()
  await eventually(async () => expect(await states()).toEqual(['dead', ...Array(8).fill('delivered')]))

  const before = receiver.received.length
  for (const round of [1, 2]) {
    const states = round === 1 ? (['dead'] as const) : (['delivered'] as const)
    expect(await replay(bench.storage, { id: dead[0]?.id ?? '', states }, bench.clock.now)).toMatchObject({
      sent: 1,
      erased: 0,
    })
    bench.relay.wake()
    await eventually(async () => expect(receiver.received).toHaveLength(before + round))
    await eventually(async () =>
      expect((await bench.deliveries()).map(({ state }) => state)).toEqual(Array(9).fill('delivered')),
    )
  }
  // Each replay is a message of its own: a receiver that drops repeats takes it.
  expect(new Set(receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect(await replay(bench.storage, { partner: 'acme', states: ['dead'] }, bench.clock.now)).toMatchObject({
    sent: 0,
    erased: 0,
  })
})

test('10,000 deliveries that wait for one partner do not hold up another', async () => {
  const hanging = await startReceiver(() => {})
  const quick = await startReceiver(answerWith(200))
  const bench = await startBench({ hanging: hanging.url, quick: quick.url })
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)'
  const backlog = [
    `INSERT INTO leads (id, received_at, form, locale, brand, definition, answers, attribution, test, body_hash)
      ${numbers} SELECT 'backlog ' || i, '', '', '', '', '', '{}', '{}', 0, '' FROM n`,
    `INSERT INTO deliveries (id, subject_id, partner, delivery, kind, payload, due_at)
      ${numbers} SELECT 'backlog ' || i, 'backlog ' || i, 'hanging', 'hook', 'webhook', '{}', 0 FROM n`,
  ]
  await bench.storage.atomic(backlog.map((sql) => ({ sql, parameters: [] })))
  for (let count = 1; count <= 100; count++) {
    await bench.enqueue('quick')
    await eventually(() => expect(quick.received).toHaveLength(count))
  }
  // The partner that never answers holds up as many as may be under way, and only its own.
  expect(hanging.received).toHaveLength(8)
})
