import { fork } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeLead } from '#server/leads/store-lead.ts'
import { sampleDelivery, sampleLead } from '#server/leads/testing/sample-lead.ts'
import { copyStorage } from './copy.ts'
import { openPostgres } from './postgres.ts'
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
