import { readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildPages,
  type RunningServer,
  startServer,
  submit,
  temporaryFolder,
  validAnswers,
} from './testing/running-server.ts'

const folder = temporaryFolder()
let server: RunningServer
let unfinished: Promise<{ reply: string; took: number }>
beforeAll(async () => {
  buildPages()
  server = await startServer(folder)
  unfinished = neverEnding()
}, 60_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

const places = [
  ...['/', '/insurance/home-insurance', '/forms/home-insurance', '/de/insurance/home-insurance?step=contact'],
  ...[
    '/api/v1/submissions',
    '/api/v1/steps',
    '/api/v1/client-errors',
    '/api/v1/leads',
    '/api/v1/leads?after=x&limit=y',
    '/api/page?path=/',
    '/metrics',
  ],
  ...['/healthz', '/readyz', '/schemas/form.schema.json', '/assets/nothing.js', '/validators/home-insurance/en/x/y.js'],
]
const tail = fc.oneof(
  fc.constant(''),
  fc.webPath(),
  fc.webQueryParameters().map((query) => `?${query}`),
  fc.constantFrom(
    '/../../etc/passwd',
    '/%2e%2e/%2f',
    '/%00',
    '/a%0Ab',
    '/%E2%80%A8',
    '/%ff%fe',
    '?step[]=1&step[]=2',
    '?__proto__=1',
    ';x',
    '//',
  ),
)
const wrong = fc.oneof(
  fc.anything({ maxDepth: 3 }),
  fc.constantFrom(null, '', 'x'.repeat(3000), -0, Infinity, [[[]]], {}),
)
const submission = fc
  .record(
    {
      form: fc.oneof(fc.constantFrom('home-insurance', '__proto__', 'constructor', '../x'), wrong),
      locale: fc.oneof(fc.constantFrom('en', 'de', 'xx', '__'), wrong),
      answers: fc.oneof(
        wrong,
        fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(validAnswers), '__proto__', 'a.b'), fc.string()), wrong),
      ),
      definition: wrong,
      context: wrong,
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? '')
const body = fc.oneof(
  submission,
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('{', '[]', 'null', '{"__proto__":{"x":1}}', '['.repeat(5000), '"'.repeat(70_000)),
  fc.constantFrom('root%5Bemail%5D=%ff', 'root[__proto__]=x&go=on', 'go=remove-999999&go=back', '%', '&&&='),
)
const header = fc.oneof(
  fc.constant({}),
  fc.constantFrom(
    { 'content-type': 'application/json' },
    { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'multipart/form-data' },
    { 'content-type': 'application/json', 'idempotency-key': 'x'.repeat(300) },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    { authorization: 'Bearer lw_0123456789abcdef_x' },
    { authorization: `Bearer ${'a'.repeat(5000)}` },
    { 'accept-encoding': 'br;q=x, *;q=0', 'if-none-match': 'W/"' },
    { 'x-forwarded-for': '::ffff:999.1.1.1, <script>' },
    { cookie: 'a=b;'.repeat(500), host: 'evil.example' },
  ),
)
const sent: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
  path: fc.tuple(fc.constantFrom(...places), tail).map(([place, rest]) => place + rest),
  headers: header,
  body,
})

const agent = new Agent({ keepAlive: true, maxSockets: 32 })
afterAll(() => agent.destroy())

/** The status of the reply; 0 when the connection was ended instead. */
function send({ method, path, headers, body }: Sent): Promise<number> {
  const { hostname, port } = new URL(server.origin)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer to ${method} ${path}`)), 10_000)
    const done = (status: number) => {
      clearTimeout(timer)
      resolve(status)
    }
    try {
      const made = request({ hostname, port, agent, method, path, headers }, (reply) => {
        reply.resume().on('end', () => done(reply.statusCode ?? 0))
      })
      made.on('error', () => done(0))
      made.end(method === 'GET' || method === 'HEAD' ? '' : body)
    } catch {
      // Node's own client refuses to send it.
      done(0)
    }
  })
}

/** A busy machine sheds load for a moment; what gets 503 again and again is a fault. */
async function insist(request: Sent): Promise<number> {
  for (let tries = 1; ; tries++) {
    const status = await send(request)
    if (status !== 503 || tries === 20) return status
    await sleep(250)
  }
}

function residentBytes(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(join('/proc', String(server.pid), 'status'), 'utf8'))?.[1]) * 1024
}

test('20,000 malformed requests: none is a fault of ours, none hangs, and memory stays bounded', {
  timeout: 300_000,
}, async () => {
  const statuses = new Map<number, number>()
  const faults: string[] = []
  const round = async (count: number) => {
    const queue = fc.sample(sent, count)
    const client = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const status = await insist(next)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) faults.push(`${status} ${JSON.stringify(next).slice(0, 500)}`)
      }
    }
    await Promise.all(Array.from({ length: 32 }, client))
  }
  await round(5000)
  const before = residentBytes()
  await round(15_000)
  expect(faults).toEqual([])
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(20_000)
  // The tests must reach the server: most are answered, and in more than one way.
  expect(statuses.get(0) ?? 0).toBeLessThan(2000)
  expect(statuses.size).toBeGreaterThan(5)
  expect(residentBytes() - before).toBeLessThan(250 * 1024 * 1024)
  expect((await submit(server.origin)).status).toBe(201)
})

test('what is no HTTP at all is refused or ended', { timeout: 60_000 }, async () => {
  const { hostname, port } = new URL(server.origin)
  const bytes = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), 300)
  const lines = [
    'GET / HTTP/9.9\r\n\r\n',
    'POST /api/v1/submissions HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
    '\r\n'.repeat(99),
  ]
  const replies = [...bytes, ...lines.map((line) => Buffer.from(line))].map(
    (data) =>
      new Promise<string>((resolve) => {
        let said = ''
        const socket = connect(Number(port), hostname, () => socket.end(data))
        socket.on('data', (chunk) => {
          said += chunk
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve(said))
      }),
  )
  const wrongs = (await Promise.all(replies)).filter((said) => said !== '' && !/^HTTP\/1\.1 [234]/.test(said))
  expect(wrongs).toEqual([])
  expect((await submit(server.origin)).status).toBe(201)
})

/** What a body that stops half-way is answered, and after how long, in ms. */
async function neverEnding(): Promise<{ reply: string; took: number }> {
  const { hostname, port } = new URL(server.origin)
  const head =
    'POST /api/v1/submissions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{'
  const begun = performance.now()
  const reply = await new Promise<string>((resolve) => {
    let said = ''
    const socket = connect(Number(port), hostname, () => socket.write(head))
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('close', () => resolve(said))
  })
  return { reply, took: performance.now() - begun }
}

test('a body that never ends is given up after half a minute', { timeout: 90_000 }, async () => {
  const { reply, took } = await unfinished
  expect(reply).toMatch(/^HTTP\/1\.1 408 /)
  // Node looked for such bodies only every half minute, and gave up after 90 seconds.
  expect(took).toBeLessThan(50_000)
})
