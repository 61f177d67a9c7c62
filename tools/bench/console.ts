import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { v7 } from 'uuid'
import { openAudit } from '#server/audit'
import { type Lead, leadContact, storeLead } from '#server/leads'
import { openPeople } from '#server/people'
import { type KeyedHash, openPostgres, openSecretKey, openSqlite, type Storage, sqliteFile } from '#server/storage'
import { positive } from '../terminal/number-option.ts'
import { fail } from '../terminal/print-lines.ts'
import { withServer } from './server.ts'

/** What a page may take at the median and at the 95th percentile, in ms. */
const limits = { median: 200, p95: 600 }

/** Leads stored at a time. */
const atOnce = 2000

/** The time between two leads, in ms. */
const between = 1000

interface Options {
  leads: number
  rounds: number
  database?: string
  json: boolean
}

export function consoleBench(bench: Command): void {
  bench
    .option('--leads <number>', 'the number of leads', positive, 1_000_000)
    .option('--rounds <number>', 'how often each page is read', positive, 20)
    .option('--database <url>', 'an empty PostgreSQL database, in place of SQLite')
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ leads, rounds, database, json }: Options) => {
      const folder = await mkdtemp(join(tmpdir(), 'leadwright-console-'))
      try {
        const rows = await measure({ leads, rounds, folder, database: database ?? null })
        if (json) for (const row of rows) console.log(JSON.stringify(row))
        else console.table(rows)
        const slow = rows.filter(({ median, p95 }) => median > limits.median || p95 > limits.p95)
        if (slow.length > 0) fail(`Slower than ${limits.median} ms: ${slow.map(({ page }) => page).join(', ')}`)
      } finally {
        await rm(folder, { recursive: true })
      }
    })
}

async function measure({
  leads,
  rounds,
  folder,
  database,
}: Pick<Options, 'leads' | 'rounds'> & { folder: string; database: string | null }) {
  const opened = await (database === null ? openSqlite(sqliteFile(folder)) : openPostgres(database))
  if (!opened.ok) throw new Error(opened.reason)
  const { storage } = opened
  const hash = await openSecretKey(storage, null)
  const last = await fill(storage, hash, leads)
  const people = openPeople(storage, openAudit(storage, hash, Date.now), Date.now)
  const person = { issuer: 'bench', subject: 'bench', email: 'bench@example.com', name: 'Bench' }
  const { id } = await people.signedIn({ ...person, roles: ['operator'] })
  const cookie = `console=${await people.begin(id, 'bench', null)}`
  await storage.close()
  const contact = leadContact(hash, 'ada@example.com')
  const pages = [
    ...['/leads', '/leads?form=form-1', '/leads?form=rare', '/leads?locale=nl', '/leads?brand=brand-2'],
    ...['/leads?partner=partner-3', '/leads?partner=partner-3&form=form-2', '/leads?form=form-1&brand=none'],
    ...['/leads?state=awaitingReview', '/leads?state=active&locale=de', '/leads?from=2026-01-01&until=2026-01-02'],
    ...[`/leads?contact=${contact}`, '/leads?column=contact&column=partners', `/leads/${last}`],
    ...['/deliveries', '/deliveries?state=pending&partner=partner-3', '/deliveries/health/partner-3', '/'],
    ...['/partners', '/partners/report', '/subscriptions', '/definitions'],
  ]
  const env = {
    DATA_DIR: folder,
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    ...(database !== null && { DATABASE_URL: database }),
  }
  return withServer(
    async (origin) => {
      const rows = []
      for (const page of pages) {
        const times: number[] = []
        for (let round = 0; round < rounds; round++) times.push(await timeOf(origin + page, cookie))
        times.sort((one, other) => one - other)
        const at = (share: number) => Math.round(10 * (times[Math.floor(share * (times.length - 1))] ?? 0)) / 10
        rows.push({ page: page.replace(last, '<id>').replace(contact, '<contact>'), median: at(0.5), p95: at(0.95) })
      }
      return rows
    },
    { env },
  )
}

/** Stores leads as they arrive at a server, some seconds apart, up to now. @returns the id of the last one */
async function fill(storage: Storage, hash: KeyedHash, leads: number): Promise<string> {
  let last = ''
  const begin = Date.now() - leads * between
  for (let from = 0; from < leads; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, leads - from) }, (_, at) =>
      leadAt(from + at, begin + (from + at) * between, hash),
    )
    await Promise.all(some.map((lead) => storeLead(storage, lead)))
    last = some.at(-1)?.id ?? last
  }
  return last
}

function leadAt(number: number, at: number, hash: KeyedHash): Lead {
  const receivedAt = new Date(at).toISOString()
  const partner = `partner-${number % 7}`
  const email = number % 200_000 === 1 ? 'ada@example.com' : `person-${number}@example.com`
  const decision = { partner, taken: true, day: receivedAt.slice(0, 10), price: null, reason: 'taken' as const }
  const isSuspicious = number % 500 === 0
  const text = 'I agree that partners call me about my request.'
  return {
    ...{ id: v7({ msecs: at }), receivedAt, form: number === 5 ? 'rare' : `form-${number % 12}` },
    ...{ locale: ['en', 'es', 'de', 'fr', 'it', 'nl'][number % 6] ?? 'en', brand: `brand-${number % 4}`, page: 'home' },
    ...{ definition: `definition-${number % 72}`, attribution: { utm_source: 'mail' }, test: false, via: 'page' },
    answers: { email, phone: `+346${String(number).padStart(8, '0')}`, firstName: 'Ada', note: 'x'.repeat(300) },
    suspicion: isSuspicious ? 'It was quick.' : null,
    ...{ idempotencyKey: null, keyScope: null, bodyHash: `body-${number}` },
    consents: [
      {
        consent: 'calls',
        purpose: 'calls',
        text,
        textHash: 'x',
        granted: true,
        givenAt: receivedAt,
        ip: null,
        userAgent: null,
      },
    ],
    contacts: [leadContact(hash, email), leadContact(hash, String(number))],
    routing: {
      ...{ decisions: isSuspicious ? [] : [{ ...decision, detail: 'It takes such leads.' }], days: [] },
      ...{ windows: [], contacts: [] },
    },
    deliveries: isSuspicious
      ? []
      : [
          {
            partner,
            delivery: 'api',
            kind: number % 50 === 1 ? 'http' : 'pull',
            payload: JSON.stringify({ email, note: 'x'.repeat(300) }),
          },
        ],
    ...{ mails: [], subscription: null },
  }
}

function timeOf(url: string, cookie: string): Promise<number> {
  const begun = performance.now()
  const { host, port } = new URL(url)
  return new Promise((resolve, reject) => {
    get(url, { headers: { cookie, host: `console.localhost:${port}` } }, (reply) => {
      reply.resume().on('end', () => {
        if (reply.statusCode !== 200) return reject(new Error(`${url} at ${host}: ${reply.statusCode}`))
        resolve(performance.now() - begun)
      })
    }).on('error', reject)
  })
}
