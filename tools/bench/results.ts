import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { productLocales } from '#engine/node'
import { createKey } from '#server/partner-api'
import { openSqlite } from '#server/storage'
import { positive } from '../terminal/number-option.ts'
import { fail, misused } from '../terminal/print-lines.ts'
import { type Load, post } from './ingest/load.ts'
import { withServer } from './server.ts'

// The tests' own answers, which belong to no build.
const { removeSamplePartners, validAnswers } = await import(
  join(import.meta.dirname, '../../server/testing/running-server.ts')
)

/** What is open in each process besides streams: files, databases and the load's connections. */
const otherFiles = 500

/** How many things are done at a time while nothing is measured. */
const atOnce = 32

/** A partner's key may be used ten times a second. */
const betweenAnswers = 100

/** How long a server rests before its memory is read, in ms, unless its rest is shorter. */
const shortRest = 3000

/** How long an event is waited for, in ms. */
const longestWait = 30_000

interface Options {
  pages: number
  answers: number
  seconds: number
  connections: number
  rounds: number
  rest: number
  json: boolean
}

export function resultsBench(bench: Command): void {
  bench
    .option('--pages <number>', 'the number of open results pages', positive, 5000)
    .option('--answers <number>', 'the number of partners’ answers that are timed', positive, 200)
    .option('--seconds <number>', 'the duration of each load test', positive, 5)
    .option('--connections <number>', 'the number of concurrent clients that send leads', positive, 64)
    .option(
      '--rounds <number>',
      'the number of runs of each load test, without and with open pages in turn',
      positive,
      5,
    )
    .option(
      '--rest <seconds>',
      "for how long a server's rest is measured: its work for open pages comes in turns of up to 20 seconds",
      positive,
      25,
    )
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ pages, answers, seconds, connections, rounds, rest, json }: Options) => {
      const files = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }))
      if (files < pages + otherFiles)
        return misused(
          `${pages} pages need ${pages + otherFiles} open files, and this shell allows ${files}. Run ulimit -n ${pages + otherFiles} first.`,
        )
      const rows = await measureResults({
        pages,
        answers,
        rounds,
        rest: rest * 1000,
        load: { duration: seconds, connections },
      })
      if (json) for (const row of rows) console.log(JSON.stringify(row))
      else for (const row of rows) console.table([row])
      const lost = rows.reduce((sum, row) => sum + ('lost' in row ? row.lost : 0), 0)
      if (lost > 0) fail(`${lost} answers were not told to their pages.`)
    })
}

interface Sizes extends Pick<Options, 'pages' | 'answers' | 'rounds'> {
  /** In ms. */
  rest: number
  load: Load
}

async function measureResults({ pages, answers, rounds, rest, load }: Sizes) {
  const pause = Math.min(shortRest, rest)
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-results-'))
  const partner = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
  })
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/quotes`
  try {
    // A machine that measures is busy.
    const env = {
      ...(await writeSite(folder, url)),
      ...{ DATA_DIR: join(folder, 'data'), OUTBOUND_ALLOW: '127.0.0.1/32', MAX_EVENT_LOOP_DELAY_MS: '60000' },
    }
    const key = await keyIn(env)
    return await withServer(
      async (origin) => {
        const leads = await sendLeads(origin, pages)
        await post(`${origin}/api/v1/submissions`, load)
        const [alone, beside, pairs]: [Work[], Work[], number[]] = [[], [], []]
        const idle = { alone: 0, beside: 0 }
        let memory = { before: 0, after: 0 }
        let times: number[] = []
        for (let round = 0; round < rounds; round++) {
          // Each is first in turn, so that stored leads and other work on the machine count for both.
          const without = async () => alone.push(await workOf(origin, load))
          if (round % 2 === 0) await without()
          await sleep(pause)
          const before = await memoryOf(origin)
          if (round === 0) idle.alone = await restOf(origin, rest)
          const streams = await openStreams(origin, leads)
          await sleep(pause)
          if (round === 0) {
            memory = { before, after: await memoryOf(origin) }
            idle.beside = await restOf(origin, rest)
            times = await timeAnswers(origin, { key, leads: leads.slice(0, answers), streams })
          }
          beside.push(await workOf(origin, load))
          streams.close()
          await sleep(pause)
          if (round % 2 === 1) await without()
          pairs.push((beside[round]?.perSecond ?? 0) / (alone[round]?.perSecond ?? 1))
        }
        const told = times.filter(Number.isFinite)
        const megabyte = 1024 * 1024
        return [
          {
            what: 'open pages',
            pages,
            rssMb: Math.round(memory.after / megabyte),
            withoutMb: Math.round(memory.before / megabyte),
            kbEach: rounded((memory.after - memory.before) / 1024 / pages),
          },
          {
            what: 'from an answer to the event',
            answers: times.length,
            lost: times.length - told.length,
            ...{ p50Ms: percentile(told, 0.5), p95Ms: percentile(told, 0.95), p99Ms: percentile(told, 0.99) },
          },
          {
            what: 'CPU of a server at rest, in % of a core',
            ...{ alone: rounded(idle.alone * 100), besidePages: rounded(idle.beside * 100) },
          },
          {
            what: 'leads a second, median of the rounds',
            ...{ alone: Math.round(median(alone, 'perSecond')), besidePages: Math.round(median(beside, 'perSecond')) },
            ratio: hundredths(middle(pairs)),
            ratios: `${hundredths(Math.min(...pairs))} to ${hundredths(Math.max(...pairs))}`,
            goal: '≥ 0.9',
          },
          {
            what: 'CPU of the server for a lead, in ms',
            ...{ alone: hundredths(median(alone, 'cpuMs')), besidePages: hundredths(median(beside, 'cpuMs')) },
            ratio: hundredths(median(alone, 'cpuMs') / median(beside, 'cpuMs')),
          },
        ]
      },
      { env },
    )
  } finally {
    partner.closeAllConnections()
    partner.close()
    await rm(folder, { recursive: true })
  }
}

/** The site of the environment, or the repository's, with a partner that answers later the leads of people who are married. */
async function writeSite(folder: string, url: string): Promise<{ DEFINITIONS_DIR: string; LOCALES_DIR: string }> {
  const [definitions, locales] = [join(folder, 'definitions'), join(folder, 'locales')]
  await cp(process.env.DEFINITIONS_DIR ?? join(productLocales, '../definitions'), definitions, { recursive: true })
  await cp(process.env.LOCALES_DIR ?? productLocales, locales, { recursive: true })
  removeSamplePartners(definitions)
  const page = join(definitions, 'pages/general/results.json')
  const sections = { offers: { kind: 'offers', title: 'Your quotes' } }
  const own = {
    locales: ['en'],
    path: '/results',
    title: 'Quotes',
    description: 'Your quotes.',
    noindex: true,
    sections,
  }
  if (!existsSync(page)) await writeFile(page, JSON.stringify(own))
  const partner = {
    name: 'Bench',
    disclosure: { name: 'Bench Ltd', address: '1 Street', privacy: 'https://bench.example.com/privacy' },
    filters: [{ form: 'home-insurance', when: { maritalStatus: 'married' } }],
    map: { lead: { leadProperty: 'id' } },
    deliveries: { quotes: { kind: 'http', url, offers: { later: true } } },
  }
  await mkdir(join(definitions, 'partners'), { recursive: true })
  await writeFile(join(definitions, 'partners/bench.json'), JSON.stringify(partner))
  return { DEFINITIONS_DIR: definitions, LOCALES_DIR: locales }
}

async function keyIn(env: Record<string, string> & { DATA_DIR: string }): Promise<string> {
  // It makes the tables.
  await withServer(async () => undefined, { env })
  const opened = await openSqlite(join(env.DATA_DIR, 'leadwright.db'))
  if (!opened.ok) throw new Error(opened.reason)
  const { key } = await createKey(opened.storage, 'bench', Date.now)
  await opened.storage.close()
  return key
}

interface SentLead {
  id: string
  token: string
}

/** Sends leads, and waits until the partner has them. */
async function sendLeads(origin: string, count: number): Promise<SentLead[]> {
  const body = JSON.stringify({
    ...{ form: 'home-insurance', locale: 'en' },
    answers: { ...validAnswers, maritalStatus: 'married' },
  })
  const headers = { 'content-type': 'application/json' }
  const leads = await inParallel(Array.from({ length: count }), async () => {
    const reply = await fetch(`${origin}/api/v1/submissions`, { method: 'POST', headers, body })
    const { id, results } = (await reply.json()) as { id: string; results?: string }
    if (results === undefined) throw new Error(`A lead was answered ${reply.status}, without a results page.`)
    return { id, token: results.split('/').at(-1) ?? '' }
  })
  for (;;) {
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    if (!/^leadwright_deliveries_waiting\{partner="bench"\} [1-9]/m.test(metrics)) return leads
    await sleep(200)
  }
}

async function inParallel<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) done[at] = await run(all[at] as T)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done
}

interface Streams {
  /** Resolves with the moment of the next event of a page, by `performance.now()`; Infinity where none comes in time. */
  next(token: string): Promise<number>
  close(): void
}

/** Opens the stream of each page, and waits for its first event. */
async function openStreams(origin: string, leads: readonly SentLead[]): Promise<Streams> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  const waiting = new Map<string, (at: number) => void>()
  const replies: IncomingMessage[] = []
  await inParallel(leads, ({ token }) => {
    const first = Promise.withResolvers<void>()
    get(`${origin}/api/results/${token}/events`, { agent }, (reply) => {
      if (reply.statusCode !== 200) first.reject(new Error(`A stream was answered ${reply.statusCode}.`))
      replies.push(reply)
      reply.on('error', () => {})
      reply.on('data', (chunk: Buffer) => {
        if (!chunk.includes('data:')) return
        first.resolve()
        waiting.get(token)?.(performance.now())
      })
    }).on('error', first.reject)
    return first.promise
  })
  return {
    next: (token) =>
      new Promise((resolve) => {
        const late = setTimeout(() => resolve(Number.POSITIVE_INFINITY), longestWait)
        waiting.set(token, (at) => {
          clearTimeout(late)
          waiting.delete(token)
          resolve(at)
        })
      }),
    close() {
      for (const reply of replies) reply.destroy()
      agent.destroy()
    },
  }
}

/** How long each answer of a partner took to reach its page, in ms, shortest first. */
async function timeAnswers(
  origin: string,
  { key, leads, streams }: { key: string; leads: readonly SentLead[]; streams: Streams },
): Promise<number[]> {
  const offer = { id: 'q-1', product: 'Comfort', price: { amount: 12.5, period: 'month' } }
  const body = JSON.stringify({ offers: [offer] })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const times: Promise<number>[] = []
  for (const { id, token } of leads) {
    const event = streams.next(token)
    const begun = performance.now()
    times.push(event.then((at) => at - begun))
    const reply = await fetch(`${origin}/api/v1/leads/${id}/offers`, { method: 'POST', headers, body })
    if (reply.status !== 200) throw new Error(`An answer was answered ${reply.status}: ${await reply.text()}`)
    await sleep(betweenAnswers)
  }
  return (await Promise.all(times)).sort((one, other) => one - other)
}

/** A load of leads: how many a second, and what the server computed for each. */
interface Work {
  perSecond: number
  cpuMs: number
}

async function workOf(origin: string, load: Load): Promise<Work> {
  const begun = await cpuOf(origin)
  const { perSecond, requests } = await post(`${origin}/api/v1/submissions`, load)
  return { perSecond, cpuMs: ((await cpuOf(origin)) - begun) / requests.total }
}

/** How much of a core the server takes while nothing happens. */
async function restOf(origin: string, rest: number): Promise<number> {
  const [at, begun] = [performance.now(), await cpuOf(origin)]
  await sleep(rest)
  return ((await cpuOf(origin)) - begun) / (performance.now() - at)
}

/** The time that all threads of the server computed so far, in ms. */
async function cpuOf(origin: string): Promise<number> {
  return 1000 * (await metricOf(origin, 'leadwright_process_cpu_seconds_total'))
}

function median(all: readonly Work[], what: keyof Work): number {
  return middle(all.map((each) => each[what]))
}

function middle(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[all.length >> 1] ?? Number.NaN
}

const rounded = (value: number) => Math.round(value * 10) / 10
const hundredths = (value: number) => Math.round(value * 100) / 100

function percentile(times: readonly number[], share: number): number {
  return rounded(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
}

function memoryOf(origin: string): Promise<number> {
  return metricOf(origin, 'leadwright_process_resident_memory_bytes')
}

async function metricOf(origin: string, name: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1])
}
