import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import pg from 'pg'
import { v7 } from 'uuid'
import { openAudit } from '#server/audit'
import { claim, type Lead, leadContact, listLeads, settle, storeLead } from '#server/leads'
import { createKey, listKeys } from '#server/partner-api'
import { openPeople } from '#server/people'
import {
  type KeyedHash,
  openPostgres,
  openSecretKey,
  openSqlite,
  type Statement,
  type Storage,
  sqliteFile,
} from '#server/storage'
import { positive } from '../terminal/number-option.ts'
import { fail } from '../terminal/print-lines.ts'
import { post } from './ingest/load.ts'
import { withoutSamplePartners, withServer } from './server.ts'

const root = join(import.meta.dirname, '../..')

// The tests' own, which belongs to no build.
const { postgresServer } = await import(join(root, 'server/storage/testing/postgres-server.ts'))

/** What a page may take at the median and at the 95th percentile, in ms, and what is left of the rate of ingest. */
const limits = { median: 200, p95: 600, ingest: 0.85 }

/** Between two pages that a person reads, in ms. */
const pause = 1000

/** The form of the first lead alone. */
const rareForm = 'rare'

/** Leads that are stored one by one; all others are copies of them. */
const originals = 5000

/** The time between two leads, in ms. */
const between = 1000

const forms = ['home-insurance', 'loan', 'energy', 'telecom', 'credit', 'car-insurance', 'funeral-plan', 'lso']

const locales = ['en', 'es', 'de', 'fr', 'it', 'nl']

/** What a copy of a row has in place of what the row has. */
const copied: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  leads: { id: 'copies.id', received_at: 'copies.at', body_hash: 'copies.id' },
  consents: { lead_id: 'copies.id', given_at: 'copies.at' },
  routings: { lead_id: 'copies.id' },
  lead_contacts: { lead_id: 'copies.id', contact: 'substr(rows.contact, 1, 10) || substr(copies.id, 25)' },
  subscriptions: {
    ...{ lead_id: 'copies.id', signed_up_at: 'copies.at', confirmed_at: 'copies.at' },
    address: 'substr(rows.address, 1, 10) || copies.id',
  },
  deliveries: { id: 'substr(copies.id, 1, 18) || substr(rows.id, 19)', subject_id: 'copies.id' },
}

interface Options {
  engine?: 'sqlite' | 'postgres'
  leads: number
  rounds: number
  seconds: number
  connections: number
  folder?: string
  database?: string
  json: boolean
}

/** A page under load. Times in ms. */
interface PageRow {
  engine: string
  page: string
  median: number
  p95: number
}

export function consoleBench(bench: Command): void {
  bench
    .addOption(new Option('--engine <name>', 'only this one').choices(['sqlite', 'postgres']))
    .option('--leads <number>', 'the number of leads', positive, 1_000_000)
    .option(
      '--rounds <number>',
      'how often each page is read, and leads are sent with and without readers',
      positive,
      9,
    )
    .option('--seconds <number>', 'the duration of each load test', positive, 6)
    .option('--connections <number>', 'the number of clients that send leads at a time', positive, 64)
    .option('--folder <path>', 'keep the SQLite database in this folder, or measure the one that is there')
    .option('--database <url>', 'a PostgreSQL database that is empty or was filled before, in place of a temporary one')
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ engine, folder, database, json, ...rest }: Options) => {
      const pages: PageRow[] = []
      const ingest: IngestRow[] = []
      const run = async (name: string, place: string, env: Record<string, string>) => {
        const measured = await measure(place, env, rest)
        pages.push(...measured.pages.map((row) => ({ engine: name, ...row })))
        ingest.push({ engine: name, ...measured.ingest })
      }
      await withFolder(undefined, async (site) => {
        const env = await withoutSamplePartners(site)
        if (engine !== 'postgres')
          await withFolder(folder, (data) => run('SQLite', sqliteFile(data), { ...env, DATA_DIR: data }))
        if (engine !== 'sqlite')
          await withPostgres(database, (url) => run('PostgreSQL', url, { ...env, DATABASE_URL: url }))
      })
      if (json) for (const row of [...pages, ...ingest]) console.log(JSON.stringify(row))
      else {
        console.log('Pages while leads arrive, in ms:')
        console.table(pages)
        console.log('Leads per second, alone and while a person uses the console:')
        console.table(ingest)
      }
      const slow = pages.filter(({ median, p95 }) => median > limits.median || p95 > limits.p95)
      if (slow.length > 0) fail(`Slower than ${limits.median} ms: ${slow.map(({ page }) => page).join(', ')}`)
      if (ingest.some(({ ratio }) => ratio < limits.ingest)) fail(`Ingest fell below ${limits.ingest} of its rate.`)
    })
}

async function withFolder(given: string | undefined, run: (folder: string) => Promise<void>): Promise<void> {
  if (given !== undefined) await mkdir(given, { recursive: true })
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'leadwright-console-')))
  try {
    await run(folder)
  } finally {
    if (given === undefined) await rm(folder, { recursive: true })
  }
}

async function withPostgres(given: string | undefined, run: (url: string) => Promise<void>): Promise<void> {
  if (given !== undefined) return run(given)
  const server = await postgresServer({ durable: true })
  try {
    await run(await server.database())
  } finally {
    await server.remove()
  }
}

/** Leads per second alone and while someone works in the console, and the second divided by the first. */
interface IngestRow {
  engine: string
  perSecond: number
  withConsole: number
  ratio: number
}

async function measure(
  place: string,
  env: Record<string, string>,
  { leads, rounds, seconds, connections }: Pick<Options, 'leads' | 'rounds' | 'seconds' | 'connections'>,
): Promise<{ pages: Omit<PageRow, 'engine'>[]; ingest: Omit<IngestRow, 'engine'> }> {
  const opened = await (place.startsWith('postgres:') ? openPostgres(place) : openSqlite(place))
  if (!opened.ok) throw new Error(opened.reason)
  const { storage } = opened
  const hash = await openSecretKey(storage, null)
  const [before] = await listLeads(storage, { limit: 1 })
  if (!before) await fillConsole(storage, hash, leads)
  const [newest] = await listLeads(storage, { limit: 1, form: rareForm })
  const { id, cookie } = await consoleSession(storage, hash)
  const [key] = await listKeys(storage)
  await storage.close()
  if (!before && place.startsWith('postgres:')) await tidy(place)
  const lead = newest?.id ?? ''
  const contact = leadContact(hash, 'person-7@example.com')
  const named = { [lead]: '<lead>', [contact]: '<contact>', [id]: '<person>', [key?.id ?? '-']: '<key>' }
  const all = [
    ...['/', '/leads', '/leads?form=home-insurance', `/leads?form=${rareForm}`, '/leads?locale=nl'],
    ...['/leads?brand=brand-2', '/leads?partner=demo', '/leads?partner=demo&form=loan'],
    ...['/leads?form=home-insurance&brand=none', '/leads?state=awaitingReview', '/leads?state=unconfirmed'],
    ...['/leads?state=active&locale=de', '/leads?from=2026-01-01&until=2026-01-02', `/leads?contact=${contact}`],
    ...['/leads?column=contact&column=partners', `/leads/${lead}`, `/leads/${lead}/hand-over`, `/leads/${lead}/erase`],
    ...['/deliveries', '/deliveries?state=dead&partner=away', '/deliveries?state=pending&partner=away'],
    ...['/deliveries/health/demo', '/partners', '/partners/report', `/keys/${key?.id}/revoke`, '/subscriptions'],
    ...['/funnel?form=home-insurance', '/funnel?form=home-insurance&days=90', '/definitions', '/studio'],
    ...['/people', `/people/${id}`, '/audit'],
  ]
  const settings = { ...env, MAX_EVENT_LOOP_DELAY_MS: '60000' }
  return withServer(
    async (origin) => {
      const api = `${origin}/api/v1/submissions`
      const load = { duration: seconds, connections }
      await post(api, load)
      for (const page of all) await timeOf(origin + page, cookie)

      let isOver = false
      const posting = (async () => {
        while (!isOver) await post(api, load)
      })()
      // Each round asks for every page, so that what the machine does for a while is no single page's.
      const times = all.map((): number[] => [])
      for (let round = 0; round < rounds; round++)
        for (const [index, page] of all.entries()) times[index]?.push(await timeOf(origin + page, cookie))
      const pages = all.map((page, index): Omit<PageRow, 'engine'> => {
        const sorted = (times[index] ?? []).toSorted((one, other) => one - other)
        const at = (share: number) => Math.round(10 * (sorted[Math.floor(share * (sorted.length - 1))] ?? 0)) / 10
        const name = Object.entries(named).reduce((text, [value, label]) => text.replace(value, label), page)
        return { page: name, median: at(0.5), p95: at(0.95) }
      })
      isOver = true
      await posting

      const measured: Omit<IngestRow, 'engine'>[] = []
      for (let round = 0; round < rounds; round++) {
        const { perSecond } = await post(api, load)
        const stop = new AbortController()
        const working = readOn(origin, all, cookie, stop.signal)
        const beside = await post(api, load)
        stop.abort()
        await working
        measured.push({ perSecond, withConsole: beside.perSecond, ratio: beside.perSecond / perSecond })
      }
      const {
        perSecond = 0,
        withConsole = 0,
        ratio = 0,
      } = measured.toSorted((one, other) => one.ratio - other.ratio)[rounds >> 1] ?? {}
      const ingest = {
        ...{ perSecond: Math.round(perSecond), withConsole: Math.round(withConsole) },
        ratio: Math.round(100 * ratio) / 100,
      }
      return { pages, ingest }
    },
    { env: settings },
  )
}

/** Signs an owner in. @returns the id of the person, and the cookie */
export async function consoleSession(storage: Storage, hash: KeyedHash): Promise<{ id: string; cookie: string }> {
  const people = openPeople(storage, openAudit(storage, hash, Date.now), Date.now)
  const person = { issuer: 'bench', subject: 'bench', email: 'bench@example.com', name: 'Bench' }
  const { id } = await people.signedIn({ ...person, roles: ['owner'] })
  return { id, cookie: `console=${await people.begin(id, 'bench', null)}` }
}

/** Reads page after page, as a person in a hurry does. */
async function readOn(origin: string, pages: readonly string[], cookie: string, stop: AbortSignal): Promise<void> {
  for (let at = 0; !stop.aborted; at++) {
    await timeOf(`${origin}${pages[at % pages.length]}`, cookie)
    await sleep(pause)
  }
}

/** What a database that has grown to this size has done long before. */
async function tidy(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  await client.end()
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

/**
 * Fills a database with leads as they arrive at a server, one each second, up to now: the first ones are stored as servers
 * do, and the others are copies that the database makes. With what else the pages of the console count.
 */
async function fillConsole(storage: Storage, hash: KeyedHash, leads: number): Promise<void> {
  const begin = Date.now() - leads * between
  await storeLead(storage, { ...leadAt(2, begin - between, hash), form: rareForm })
  const base = Array.from({ length: Math.min(originals, leads) }, (_, at) => leadAt(at, begin + at * between, hash))
  for (let from = 0; from < base.length; from += 500)
    await Promise.all(base.slice(from, from + 500).map((lead) => storeLead(storage, lead)))
  await failSome(storage, Date.now())
  await storage.atomic([plain('CREATE TABLE copies (old TEXT PRIMARY KEY, id TEXT NOT NULL, at TEXT NOT NULL)')])
  const tables = await Promise.all(
    Object.keys(copied).map(async (table) => copyOf(table, await columnsOf(storage, table))),
  )
  for (let done = originals; done < leads; done += originals) {
    const rows = base.slice(0, leads - done).map(({ id }, at) => {
      const moment = begin + (done + at) * between
      return [id, v7({ msecs: moment }), new Date(moment).toISOString()]
    })
    await storage.atomic([plain('DELETE FROM copies'), insert('copies (old, id, at)', rows), ...tables])
  }
  await storage.atomic([plain('DROP TABLE copies')])
  await fillRest(storage, hash)
}

/** Has half of what waits for the partner that is away fail for good, as the relay would. */
async function failSome(storage: Storage, now: number): Promise<void> {
  const waiting = { partner: 'away', limit: 500, now, leaseUntil: now + 60_000, underWay: [] }
  for (const delivery of await claim(storage, [waiting], true)) {
    const answer = `The partner responded with ${delivery.id.slice(-1)}`
    const state = delivery.id.slice(-1) < '8' ? 'dead' : 'pending'
    await settle(storage, delivery, { state, last_error: answer }, now, [])
  }
}

const plain = (sql: string): Statement => ({ sql, parameters: [] })

function insert(into: string, rows: readonly (readonly unknown[])[]): Statement {
  const [first = []] = rows
  const marks = `(${first.map(() => '?').join(', ')})`
  return { sql: `INSERT INTO ${into} VALUES ${rows.map(() => marks).join(', ')}`, parameters: rows.flat() }
}

async function columnsOf(storage: Storage, table: string): Promise<string[]> {
  const [[row = {}] = []] = await storage.read([plain(`SELECT * FROM ${table} LIMIT 1`)])
  return Object.keys(row)
}

function copyOf(table: string, columns: readonly string[]): Statement {
  const { lead_id: isOfLead, subject_id: isAbout, ...rest } = copied[table] ?? {}
  const key = isOfLead ? 'lead_id' : isAbout ? 'subject_id' : 'id'
  const values = columns.map((name) => copied[table]?.[name] ?? rest[name] ?? `rows.${name}`)
  return plain(
    `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM copies JOIN ${table} AS rows ON rows.${key} = copies.old`,
  )
}

/** Visits, saved forms, keys and what was done before. */
async function fillRest(storage: Storage, hash: KeyedHash): Promise<void> {
  const day = 24 * 60 * 60 * 1000
  const visits = Array.from({ length: 90 }, (_, back) =>
    new Date(Date.now() - back * day).toISOString().slice(0, 10),
  ).map((date) =>
    locales.flatMap((locale) =>
      ['phone', 'tablet', 'desktop'].flatMap((device) =>
        ['home', 'loan', 'blog'].flatMap((page) =>
          Array.from({ length: 5 }, (_, step) =>
            ['seen', 'done', 'left', 'error'].map((what) => [
              ...['home-insurance', date, locale, `definition-${locale}`, 'default', page, device, 'mail'],
              ...[`step-${step}`, what, what === 'error' ? 'email required' : '', 100 - 10 * step],
            ]),
          ).flat(),
        ),
      ),
    ),
  )
  const columns = 'form, day, locale, definition, brand, page, device, source, step, what, about, visits'
  for (const rows of visits) await storage.atomic([insert(`step_counts (${columns})`, rows)])
  const saved = Array.from({ length: 2000 }, (_, at) => [
    ...[
      `hash-${at}`,
      'm',
      forms[at % 5],
      'default',
      `address-${at}`,
      `filling-${at}`,
      'sealed',
      'now',
      Date.now() + day,
    ],
  ])
  const savedColumns = 'hash, mail_id, form, brand, address, filling, sealed, saved_at, expires_at'
  await storage.atomic([insert(`saved_forms (${savedColumns})`, saved)])
  for (let count = 0; count < 30; count++) await createKey(storage, 'demo', Date.now)
  const audit = openAudit(storage, hash, Date.now)
  for (let count = 0; count < 2000; count++)
    await audit.record({ who: 'somebody', action: 'lead.read', object: `lead ${count}` })
}

function leadAt(number: number, at: number, hash: KeyedHash): Lead {
  const receivedAt = new Date(at).toISOString()
  // What is sent to a partner that is in no definition waits.
  const partner = number % 50 === 1 ? 'away' : (['demo', 'sample-insurance-a', 'sample-bank-a'][number % 3] ?? 'demo')
  const email = `person-${number}@example.com`
  const decision = { partner, taken: true, day: receivedAt.slice(0, 10), price: null, reason: 'taken' as const }
  const isSuspicious = number % 500 === 0
  const text = 'I agree that partners call me about my request.'
  const consent = { consent: 'calls', purpose: 'calls', text, textHash: 'x', granted: true, givenAt: receivedAt }
  const payload = JSON.stringify({ email, note: 'x'.repeat(300) })
  return {
    ...{ id: v7({ msecs: at }), receivedAt, form: forms[number % forms.length] ?? '' },
    ...{ locale: locales[number % 6] ?? 'en', brand: `brand-${number % 4}`, page: 'home' },
    ...{ definition: `definition-${number % 72}`, attribution: { utm_source: 'mail' }, test: false, via: 'page' },
    answers: { email, phone: `+346${String(number).padStart(8, '0')}`, firstName: 'Ada', note: 'x'.repeat(300) },
    suspicion: isSuspicious ? 'It was quick.' : null,
    ...{ idempotencyKey: null, keyScope: null, bodyHash: `body-${number}` },
    consents: [{ ...consent, ip: null, userAgent: null }],
    contacts: [leadContact(hash, email), leadContact(hash, String(number))],
    routing: {
      ...{ decisions: isSuspicious ? [] : [{ ...decision, detail: 'It takes such leads.' }], days: [] },
      ...{ windows: [], contacts: [] },
    },
    deliveries: isSuspicious ? [] : [{ partner, delivery: 'api', kind: partner === 'away' ? 'http' : 'pull', payload }],
    mails: [],
    subscription: number % 20 === 3 ? { address: leadContact(hash, email), isHeld: false, asked: null } : null,
  }
}
