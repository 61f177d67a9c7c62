// kill -9 at the worst moments: what was acknowledged is there, what was to be delivered is delivered.

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { insertManyLeads } from '../leads/testing/sample-lead.ts'
import { eventually } from '../testing/eventually.ts'
import { buildPages, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const folder = temporaryFolder()
const site = smallSite(folder)
const received: string[] = []
let hangs = false

const receiver = createServer((request, response) => {
  received.push(String(request.headers['webhook-id']))
  request.resume()
  if (!hangs) response.end()
})

beforeAll(async () => {
  buildPages()
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  edit('partners/demo.json', (partner) => {
    const url = `http://127.0.0.1:${port}/leads`
    partner.deliveries = { hook: { kind: 'webhook', url, secretVariable: 'DEMO_SECRET' } }
  })
}, 60_000)

afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
  rmSync(folder, { recursive: true })
})

const secret = `whsec_${randomBytes(24).toString('base64')}`
const env = { ...site, DEMO_SECRET: secret, OUTBOUND_ALLOW: '127.0.0.0/8' }

// biome-ignore lint/suspicious/noExplicitAny: a definition to change
function edit(file: string, change: (definition: any) => void): void {
  const definition = JSON.parse(readFileSync(join(site.DEFINITIONS_DIR, file), 'utf8'))
  change(definition)
  writeFileSync(join(site.DEFINITIONS_DIR, file), JSON.stringify(definition))
}

/** A data folder of its own, and its database while no server runs on it. */
function dataFolder(name: string) {
  const data = join(folder, name)
  mkdirSync(data)
  const run = (sql: string) => {
    const database = new DatabaseSync(join(data, 'leadwright.db'), { timeout: 30_000 })
    try {
      return database.prepare(sql).all() as Record<string, string | number | null>[]
    } finally {
      database.close()
    }
  }
  return { data, run }
}

test('killed during deliveries: none is lost, and only those on their way come twice, under the same id', async () => {
  const { data, run } = dataFolder('delivery')
  hangs = true
  const server = await startServer(data, env)
  for (let count = 0; count < 20; count++) expect((await submit(server.origin)).status).toBe(201)
  await eventually(() => expect(received.length).toBeGreaterThanOrEqual(8))
  const onTheirWay = new Set(received)
  server.process.kill('SIGKILL')
  await server.exited
  hangs = false
  // As if the minute had passed for which the dead process holds them.
  run('UPDATE deliveries SET lease_until = 0 WHERE lease_until IS NOT NULL')
  const next = await startServer(data, env)
  await eventually(() => {
    expect(run("SELECT count(*) AS n FROM deliveries WHERE state = 'delivered'")).toEqual([{ n: 20 }])
  })
  expect(await next.stop()).toBe(0)
  const times = Map.groupBy(received, (id) => id)
  expect(new Set(run("SELECT id FROM deliveries WHERE kind = 'webhook'").map(({ id }) => id))).toEqual(
    new Set(times.keys()),
  )
  const twice = [...times].filter(([, same]) => same.length > 1).map(([id]) => id)
  expect(new Set(twice)).toEqual(onTheirWay)
})

test('killed while old leads are erased: the next start goes on, and touches no other', async () => {
  const { data, run } = dataFolder('retention')
  const first = await startServer(data, env)
  const { id: kept } = (await (await submit(first.origin)).json()) as { id: string }
  await first.stop()
  run(insertManyLeads('sqlite', 20_000, Date.parse('2024-06-10')))
  edit('forms/home-insurance.json', (form) => {
    form.retentionDays = 30
  })
  const erased = () => Number(run('SELECT count(*) AS n FROM leads WHERE erased_at IS NOT NULL')[0]?.n)
  const second = await startServer(data, env)
  while (erased() < 500) await sleep(5)
  second.process.kill('SIGKILL')
  await second.exited
  expect(erased()).toBeLessThan(20_000)
  // Each is erased whole or not at all.
  expect(run("SELECT id FROM leads WHERE (erased_at IS NULL) <> (answers <> '{}')")).toEqual([])
  const third = await startServer(data, env)
  await eventually(() => expect(erased()).toBe(20_000))
  expect(run(`SELECT erased_at, answers <> '{}' AS whole FROM leads WHERE id = '${kept}'`)).toEqual([
    { erased_at: null, whole: 1 },
  ])
  expect(await third.stop()).toBe(0)
})

test('killed during the first start: the tables are there whole or not at all, and the next start works', async () => {
  for (const [round, delay] of [0, 2, 5, 15].entries()) {
    const { data, run } = dataFolder(`migration-${round}`)
    const child = spawn(process.execPath, ['server/main.ts'], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', DATA_DIR: data, ...env },
      stdio: 'ignore',
    })
    while (!existsSync(join(data, 'leadwright.db'))) await sleep(1)
    await sleep(delay)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    const next = await startServer(data, env)
    expect((await submit(next.origin)).status).toBe(201)
    next.process.kill('SIGKILL')
    await next.exited
    expect(run('SELECT count(*) AS n FROM leads')).toEqual([{ n: 1 }])
  }
})
