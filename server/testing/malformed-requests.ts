import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { type RunningServer, validAnswers } from './running-server.ts'

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

const places = [
  ...['/', '/insurance/home-insurance', '/forms/home-insurance', '/de/insurance/home-insurance?step=contact-2'],
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

/** What a server answered to requests that nobody should send. */
export interface Answered {
  /** How many replies had which status; 0 where the connection was ended instead. */
  statuses: ReadonlyMap<number, number>
  /** What it answered with 500 or more, or never. */
  faults: readonly string[]
  /** By how much its memory grew after the first quarter, in bytes. */
  growth: number
}

/** Sends so many malformed requests, 32 at a time. */
export async function sendMalformed(server: RunningServer, count: number): Promise<Answered> {
  const statuses = new Map<number, number>()
  const faults: string[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const round = async (share: number) => {
    const queue = fc.sample(sent, share)
    const client = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const status = await insist(server.origin, agent, next)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) faults.push(`${status} ${JSON.stringify(next).slice(0, 500)}`)
      }
    }
    await Promise.all(Array.from({ length: 32 }, client))
  }
  try {
    const first = Math.floor(count / 4)
    await round(first)
    const before = residentBytes(server)
    await round(count - first)
    return { statuses, faults, growth: residentBytes(server) - before }
  } finally {
    agent.destroy()
  }
}

/** The status of the reply; 0 when the connection was ended instead. */
function send(origin: string, agent: Agent, { method, path, headers, body }: Sent): Promise<number> {
  const { hostname, port } = new URL(origin)
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
async function insist(origin: string, agent: Agent, request: Sent): Promise<number> {
  for (let tries = 1; ; tries++) {
    const status = await send(origin, agent, request)
    if (status !== 503 || tries === 20) return status
    await sleep(250)
  }
}

function residentBytes({ pid }: RunningServer): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(join('/proc', String(pid), 'status'), 'utf8'))?.[1]) * 1024
}
