import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeLead } from '#server/leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '#server/leads/testing/sample-lead.ts'
import { copyStorage } from './copy.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import { backupSqlite, restoreSqlite } from './sqlite-backup.ts'
import type { Storage } from './storage.ts'
import { type PostgresServer, postgresServer } from './testing/postgres-server.ts'
import { temporaryFile, temporaryStorage } from './testing/temporary-storage.ts'

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

test('a copy that is killed half-way is completed by the next, and says when both are the same', {
  timeout: 60_000,
}, async () => {
  const file = await temporaryFile()
  const source = await temporaryStorage(file)
  await storeMany(source, 4000)
  const url = await server.database()
  const environment = { PATH: process.env.PATH, DATA_DIR: dirname(file), DATABASE_URL: url }
  const command = fork('tools/leadwright.ts', ['storage', 'copy'], { env: environment, silent: true })
  const target = await open(url)
  const copied = async () => {
    const [rows = []] = await target.atomic([{ sql: 'SELECT count(*) AS n FROM leads', parameters: [] }])
    return Number(rows[0]?.n)
  }
  while ((await copied()) === 0) await sleep(5)
  const ended = once(command, 'exit')
  command.kill('SIGKILL')
  await ended
  expect(await copied()).toBeLessThan(4000)

  const again = await copyStorage(source, target, () => {})
  expect(again).toContainEqual({ table: 'leads', rows: 4000, same: true })
  expect(again).toContainEqual({ table: 'deliveries', rows: 8000, same: true })
  expect(again.every(({ same }) => same)).toBe(true)
  // What changed since is copied over; what the target alone has is told.
  await source.atomic([{ sql: "UPDATE deliveries SET state = 'dead', attempts = 10", parameters: [] }])
  expect((await copyStorage(source, target, () => {})).every(({ same }) => same)).toBe(true)
  await storeMany(target, 1)
  expect(await copyStorage(source, target, () => {})).toContainEqual({ table: 'leads', rows: 4000, same: false })
  await target.close()
})

test('a backup under load holds what was acknowledged before, and comes back while the server runs', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  await storeMany(storage, 500)
  let isOver = false
  const load = (async () => {
    while (!isOver) await storeMany(storage, 20)
  })()
  const target = `${file}.backup`
  expect(await backupSqlite(file, target)).toBeNull()
  isOver = true
  await load
  expect(await backupSqlite(file, target)).toContain('there already')
  const count = async () => {
    const [rows = []] = await storage.atomic([{ sql: 'SELECT count(*) AS n FROM leads', parameters: [] }])
    return Number(rows[0]?.n)
  }
  const before = await count()
  expect(await restoreSqlite(target, file, new Date())).toMatchObject({ ok: true, kept: expect.any(String) })
  const after = await count()
  expect(after).toBeGreaterThanOrEqual(500)
  expect(after).toBeLessThan(before)
  await storeMany(storage, 1)
  expect(await count()).toBe(after + 1)
  // Nothing is lost for good.
  const kept = readdirSync(dirname(file)).find((name) => name.endsWith('.before-restore')) ?? ''
  const opened = await openSqlite(`${dirname(file)}/${kept}`)
  if (!opened.ok) throw new Error(opened.reason)
  const [rows] = await opened.storage.atomic([{ sql: 'SELECT count(*) AS n FROM leads', parameters: [] }])
  expect(rows).toEqual([{ n: before }])
  await opened.storage.close()
})

test('what is no backup is not restored', async () => {
  const file = await temporaryFile()
  await (await temporaryStorage(file)).close()
  expect(await restoreSqlite(`${file}.none`, file, new Date())).toMatchObject({ ok: false })
  expect(await restoreSqlite(import.meta.filename, file, new Date())).toMatchObject({
    reason: expect.stringContaining('is no backup'),
  })
  expect(existsSync(file)).toBe(true)
})
