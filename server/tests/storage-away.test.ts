// What clients are told while storage is away: in time, and truly.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { textsOf } from '../../engine/node/testing/site-texts.ts'
import { type PostgresProxy, postgresProxy } from '../storage/testing/postgres-proxy.ts'
import { type PostgresServer, postgresServer, query } from '../storage/testing/postgres-server.ts'
import {
  buildPages,
  formBody,
  type RunningServer,
  startServer,
  submit,
  temporaryFolder,
} from '../testing/running-server.ts'
import { storedLeads } from '../testing/told-and-stored.ts'

const folder = temporaryFolder()
let postgres: PostgresServer
let proxy: PostgresProxy
let onSqlite: RunningServer
let onPostgres: RunningServer
let database = ''
const file = join(folder, 'sqlite', 'leadwright.db')

beforeAll(async () => {
  buildPages()
  postgres = await postgresServer()
  database = await postgres.database()
  proxy = await postgresProxy(database)
  onSqlite = await startServer(join(folder, 'sqlite'))
  onPostgres = await startServer(join(folder, 'postgres'), { DATABASE_URL: proxy.url })
}, 180_000)

afterAll(async () => {
  await onSqlite?.stop()
  await onPostgres?.stop()
  await proxy?.close()
  await postgres?.remove()
  rmSync(folder, { recursive: true, force: true })
}, 180_000)

// A test that fails before its commit must not lose the next one's.
afterEach(() => proxy.loseCommitOf(null))

interface Timed {
  status: number
  text: string
  milliseconds: number
  headers: Headers
}

async function timed(ask: () => Promise<Response>): Promise<Timed> {
  const begun = performance.now()
  const reply = await ask()
  const text = await reply.text()
  return { status: reply.status, text, milliseconds: performance.now() - begun, headers: reply.headers }
}

interface Problem {
  detail: string
  idempotencyKey?: string
}
const problemIn = ({ text }: Timed) => JSON.parse(text) as Problem

/**
 * Asks for all that must not hang. The limits are the promised ones with room for a busy machine; what waits for storage
 * would take half a minute.
 * @returns whether the submission may be stored: on a busy machine it shares a transaction with what else is to be
 * committed, which is sent with its commit, and then nobody knows
 */
async function expectHonesty({ origin }: RunningServer, path: string): Promise<boolean> {
  const get = (address: string) => timed(() => fetch(origin + address))
  // A finding holds for a second.
  await expect.poll(async () => (await get('/readyz')).status, { timeout: 60_000 }).toBe(503)
  const [submission, ready, page, data, metrics] = await Promise.all([
    timed(() => submit(origin, awayFrom(path))),
    get('/readyz'),
    get(path),
    get(`/api/page?path=${encodeURIComponent(path)}`),
    get('/metrics'),
  ])
  expect(submission.status).toBe(503)
  expect(submission.milliseconds).toBeLessThan(10_000)
  expect(submission.headers.get('retry-after')).toBe('5')
  const { detail, idempotencyKey } = problemIn(submission)
  const mayBeStored = idempotencyKey !== undefined
  expect(detail).toContain(mayBeStored ? 'unknown whether this was stored' : 'Nothing was stored')
  if (mayBeStored) expect(idempotencyKey).toBe(awayFrom(path).key)
  expect(ready).toMatchObject({ status: 503, text: expect.stringContaining('"reason":') })
  expect(metrics).toMatchObject({ status: 200, text: expect.stringContaining('leadwright_process_cpu_seconds_total') })
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<form') })
  expect(data.status).toBe(200)
  for (const { milliseconds } of [ready, page, data, metrics]) expect(milliseconds).toBeLessThan(8000)
  return mayBeStored
}

const awayFrom = (path: string) => ({ key: `away${path}`, context: { attribution: { click_id: path } } })

interface Before {
  path: string
  mayBeStored: boolean
}

/** All goes on by itself, nothing of what was refused turns up, and what nobody knew of is one lead once it is repeated. */
async function expectRecovery(
  { origin }: RunningServer,
  place: string,
  key: string,
  { path, mayBeStored }: Before,
): Promise<void> {
  await expect.poll(async () => (await fetch(`${origin}/readyz`)).status, { timeout: 60_000 }).toBe(200)
  const reply = await submit(origin, { key: `after-${key}`, context: { attribution: { click_id: key } } })
  expect(reply.status).toBe(201)
  const { id } = (await reply.json()) as { id: string }
  const stored = await storedLeads(place)
  expect(stored.filter((lead) => lead.key === key)).toEqual([{ id, key }])
  if (!mayBeStored) return expect(stored.filter((lead) => lead.key === path)).toEqual([])
  const again = (await (await submit(origin, awayFrom(path))).json()) as { id: string }
  expect((await storedLeads(place)).filter((lead) => lead.key === path)).toEqual([{ id: again.id, key: path }])
}

/** Takes something away while something runs, and puts it back whatever comes of that: the next test needs it. */
async function without<T>(take: () => unknown, putBack: () => unknown, run: () => Promise<T>): Promise<T> {
  try {
    await take()
    return await run()
  } finally {
    await putBack()
  }
}

test('SQLite that is locked', async () => {
  const other = new DatabaseSync(file, { timeout: 30_000 })
  const lock = () => other.exec('BEGIN IMMEDIATE')
  // What it holds ends with it.
  const path = '/de/insurance/home-insurance'
  const mayBeStored = await without(
    lock,
    () => other.close(),
    () => expectHonesty(onSqlite, path),
  )
  await expectRecovery(onSqlite, file, 'locked', { path, mayBeStored })
})

test('PostgreSQL that hangs', async () => {
  const path = '/de/insurance/home-insurance'
  const mayBeStored = await without(postgres.hang, postgres.resume, () => expectHonesty(onPostgres, path))
  await expectRecovery(onPostgres, database, 'hung', { path, mayBeStored })
  // What a crash of its machine could cost is told where operators look.
  const { notices } = (await (await fetch(`${onPostgres.origin}/readyz`)).json()) as { notices: string[] }
  expect(notices.join()).toContain('fsync = off')
})

test('PostgreSQL that only reads', async () => {
  const admin = `${postgres.url}postgres`
  const only = async (setting: 'on' | 'off') => {
    await query(admin, `ALTER SYSTEM SET default_transaction_read_only = ${setting}`)
    await query(admin, 'SELECT pg_reload_conf()')
  }
  const path = '/fr/insurance/home-insurance'
  const mayBeStored = await without(
    () => only('on'),
    () => only('off'),
    () => expectHonesty(onPostgres, path),
  )
  await expectRecovery(onPostgres, database, 'read-only', { path, mayBeStored })
})

test('a network that nothing comes through', async () => {
  const silence = (isSilent: boolean) => () => {
    proxy.isSilent = isSilent
  }
  const path = '/it/insurance/home-insurance'
  const mayBeStored = await without(silence(true), silence(false), () => expectHonesty(onPostgres, path))
  await expectRecovery(onPostgres, database, 'silent', { path, mayBeStored })
})

test.each([
  ['with-a-key', { key: 'order-1' }],
  ['without-a-key', {}],
])(
  'the answer to COMMIT gets lost, for a caller %s: it is not said that nothing was stored, and repeated it is one lead',
  {
    timeout: 120_000,
  },
  async (name, given) => {
    const body = { context: { attribution: { click_id: name } } }
    proxy.loseCommitOf(name, 'withhold')
    const refused = await timed(() => submit(onPostgres.origin, { ...given, ...body }))
    expect(refused.status).toBe(503)
    expect(refused.milliseconds).toBeLessThan(10_000)
    const { detail, idempotencyKey = '' } = problemIn(refused)
    expect(detail).toContain('unknown whether this was stored')
    expect(detail).not.toContain('Nothing was stored')
    expect(refused.headers.get('idempotency-key')).toBe(idempotencyKey)
    if ('key' in given) expect(idempotencyKey).toBe(given.key)
    const again = await submit(onPostgres.origin, { key: idempotencyKey, ...body })
    expect(again.status).toBe(200)
    const { id } = (await again.json()) as { id: string }
    expect((await storedLeads(database)).filter(({ key }) => key === name)).toEqual([{ id, key: name }])
  },
)

test.each([
  ['with the key of an earlier step', 'a-filling'],
  ['as it came, without a key', undefined],
])('the same for a form that was sent %s, without JavaScript', async (name, key) => {
  const email = `${name.replaceAll(/\W/g, '-')}@example.com`
  const headers = { 'sec-fetch-site': 'same-origin' }
  const send = (body: URLSearchParams) =>
    fetch(`${onPostgres.origin}/insurance/home-insurance?step=contact-2`, {
      ...{ method: 'POST', headers, body, redirect: 'manual' },
    })
  const body = formBody({ 'root[email]': email, ...(key !== undefined && { key }) })
  proxy.loseCommitOf(email, 'withhold')
  const refused = await timed(() => send(body))
  const { unknownTitle, busyText } = textsOf('en', 'chrome')
  expect(refused).toMatchObject({ status: 503, text: expect.stringContaining(`<h2>${unknownTitle}</h2>`) })
  expect(refused.text).not.toContain(`<p>${busyText}`)
  // The page that came back is sent as it is.
  const keyInPage = /name="key" value="([^"]*)"/.exec(refused.text)?.[1]
  expect(keyInPage).toBe(key)
  expect((await send(body)).status).toBe(303)
  expect(await leadsOf(email)).toBe(1)
})

async function leadsOf(email: string): Promise<number> {
  const client = new pg.Client(database)
  await client.connect()
  const { rowCount } = await client.query('SELECT id FROM leads WHERE answers LIKE $1', [`%${email}%`])
  await client.end()
  return rowCount ?? 0
}

test('readiness is found out at most once a second, whoever asks, and leaves nothing behind', async () => {
  const commits = async () => {
    const text = await (await fetch(`${onSqlite.origin}/metrics`)).text()
    return Number(/leadwright_commit_calls_sum (\d+)/.exec(text)?.[1])
  }
  const begun = performance.now()
  const before = await commits()
  for (let round = 0; round < 20; round++)
    await Promise.all(Array.from({ length: 10 }, () => fetch(`${onSqlite.origin}/readyz`)))
  const seconds = (performance.now() - begun) / 1000
  // Each asks for the lag beside it; the relay looks once a second, and the views are written every five.
  expect((await commits()) - before - 200).toBeLessThan(10 + 4 * seconds)
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 30_000 })
  expect(reader.prepare("SELECT count(*) AS n FROM leads WHERE form = ''").get()).toEqual({ n: 0 })
  reader.close()
})

test('a server ends when it is told to, although its storage hangs', async () => {
  await without(postgres.hang, postgres.resume, async () => {
    // By itself once its last query has timed out, or at the end of its deadline.
    expect([0, 1]).toContain(await onPostgres.stop())
  })
})
