import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseLeads } from '../../leads/erase.ts'
import { storeLead } from '../../leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '../../leads/testing/sample-lead.ts'
import { writeBeforeSubjects } from '../../relay/testing/before-subjects.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { openSecretKey } from '../settings.ts'
import type { Storage } from '../storage.ts'
import { type PostgresServer, postgresServer } from '../testing/postgres-server.ts'
import { temporaryFile, temporaryStorage } from '../testing/temporary-storage.ts'
import { copyToPostgres } from './copy.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await postgresServer()
}, 60_000)
afterAll(() => server?.remove())

function storeMany(storage: Storage, count: number): Promise<unknown> {
  const lead = () => sampleLead({ deliveries: [sampleDelivery('acme', 'pull'), sampleDelivery('acme', 'webhook')] })
  return Promise.all(Array.from({ length: count }, () => storeLead(storage, lead())))
}

async function open(url: string): Promise<Storage> {
  const opened = await openPostgres(url)
  if (!opened.ok) throw new Error(opened.reason)
  return opened.storage
}

/** A database with leads that nobody has open. */
async function filled(count: number): Promise<string> {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  await storeMany(storage, count)
  await storage.close()
  return file
}

async function count(storage: Storage, table: string): Promise<number> {
  const [rows = []] = await storage.atomic([{ sql: `SELECT count(*) AS n FROM ${table}`, parameters: [] }])
  return Number(rows[0]?.n)
}

test('a copy that is killed half-way has copied nothing, and the next one copies all', async () => {
  const file = await filled(4000)
  const url = await server.database()
  const environment = { PATH: process.env.PATH, DATA_DIR: dirname(file), DATABASE_URL: url }
  const command = fork('tools/leadwright.ts', ['storage', 'copy'], { env: environment, silent: true })
  const target = await open(url)
  // While it holds the tables.
  const watcher = new pg.Client(url)
  await watcher.connect()
  const held =
    "SELECT count(*)::int AS n FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'leads'::regclass"
  const isUnderWay = async () => (await watcher.query(held)).rows[0].n > 0
  while (!(await isUnderWay())) await sleep(5)
  const ended = once(command, 'exit')
  command.kill('SIGKILL')
  await ended
  while (await isUnderWay()) await sleep(5)
  await watcher.end()
  expect(await count(target, 'leads')).toBe(0)
  await target.close()

  const shares: number[] = []
  const copied = await copyToPostgres(file, url, (rows, of) => shares.push(rows / of))
  expect(copied).toMatchObject({ ok: true })
  expect(copied.ok && copied.tables).toContainEqual({ table: 'leads', rows: 4000 })
  expect(copied.ok && copied.tables).toContainEqual({ table: 'deliveries', rows: 8000 })
  expect(shares.at(-1)).toBe(1)
})

test('a target that holds anything is left alone: who was erased there and what was revoked there stays so', async () => {
  const file = await filled(3)
  const url = await server.database()
  expect(await copyToPostgres(file, url)).toMatchObject({ ok: true })
  const target = await open(url)
  const [[first] = []] = await target.atomic([{ sql: 'SELECT id FROM leads ORDER BY id', parameters: [] }])
  await eraseLeads(target, [String(first?.id)], Date.now())
  await storeMany(target, 1)
  expect(await copyToPostgres(file, url)).toEqual({ ok: false, reason: expect.stringContaining('holds 4 leads') })
  const [rows = []] = await target.atomic([{ sql: 'SELECT erased_at FROM leads ORDER BY id', parameters: [] }])
  expect(rows.map(({ erased_at }) => erased_at !== null)).toEqual([true, false, false, false])
  await target.close()
  // A server was started there, and no lead has come yet.
  const fresh = await server.database()
  const started = await open(fresh)
  await openSecretKey(started, null)
  await started.close()
  expect(await copyToPostgres(file, fresh)).toEqual({ ok: false, reason: expect.stringContaining('in use') })
})

test('what must not be copied is refused, and nothing is made of it', async () => {
  const none = await temporaryFile()
  const url = await server.database()
  expect(await copyToPostgres(none, url)).toEqual({ ok: false, reason: expect.stringContaining('no database') })
  expect(existsSync(none)).toBe(false)
  const file = await filled(1)
  const running = await temporaryStorage(file)
  expect(await copyToPostgres(file, url)).toEqual({ ok: false, reason: expect.stringContaining('Stop the server') })
  await storeMany(running, 1)
  await running.close()
  expect(await copyToPostgres(file, url)).toMatchObject({ ok: true })
  const target = await open(url)
  expect(await count(target, 'leads')).toBe(2)
  await target.close()
})

test('text that PostgreSQL does not take, from former versions, does not keep the rest from being copied', async () => {
  const file = await filled(1)
  const source = await temporaryStorage(file)
  await source.atomic([{ sql: 'UPDATE leads SET page = ?', parameters: ['/a\0b'] }])
  await source.close()
  const url = await server.database()
  expect(await copyToPostgres(file, url)).toMatchObject({ ok: true })
  const target = await open(url)
  expect(await target.atomic([{ sql: 'SELECT page FROM leads', parameters: [] }])).toEqual([[{ page: '/a\ufffdb' }]])
  await target.close()
})

test('what an earlier version wrote is brought up to date, then copied', async () => {
  const file = await temporaryFile()
  await writeBeforeSubjects(file)
  const url = await server.database()
  expect(await copyToPostgres(file, url)).toMatchObject({ ok: true })
  const storage = await open(url)
  expect(await storage.atomic([{ sql: sums, parameters: [] }])).toEqual([[{ n: 15, cursor: 1795168816003 }]])
  await storage.close()
})

const sums = "SELECT count(*) AS n, max(feed_number) AS cursor FROM deliveries WHERE subject_kind = 'lead'"
