// Partners refuse leads while the server is killed: each lead is at as many partners as share it, and none is lost.

import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { openPostgres } from '../storage/postgres/postgres.ts'
import { openSqlite } from '../storage/sqlite/sqlite.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { type PostgresServer, postgresServer } from '../storage/testing/postgres-server.ts'
import { eventually } from '../testing/eventually.ts'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const folder = temporaryFolder()
const site = smallSite(folder)
const env = { ...site, OUTBOUND_ALLOW: '127.0.0.0/8' }
const rotating = ['a', 'b', 'c', 'd']
const lastly = ['y', 'z']

/** What a partner says of a lead, whenever it is asked: of those that rotate each takes two in five, of the others all. */
function accepts(partner: string, lead: string): boolean {
  const digit = Number.parseInt(lead.slice(-8), 16) + 7 * rotating.indexOf(partner)
  return lastly.includes(partner) ? partner === 'y' || digit % 3 === 0 : digit % 5 < 2
}

/** By partner and lead, how often it was asked. */
const asked = new Map<string, number>()
const partners = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { lead } = JSON.parse(String(Buffer.concat(chunks)))
    const partner = String(request.url).slice(1)
    asked.set(`${partner} ${lead}`, (asked.get(`${partner} ${lead}`) ?? 0) + 1)
    response.writeHead(accepts(partner, lead) ? 200 : 422).end()
  })
})

let database: PostgresServer
beforeAll(async () => {
  buildPages()
  await new Promise<void>((resolve) => partners.listen(0, '127.0.0.1', resolve))
  const { port } = partners.address() as AddressInfo
  const define = (id: string, definition: object) => {
    const call = { kind: 'http', url: `http://127.0.0.1:${port}/${id}`, refused: [{ statuses: [422] }] }
    const whole = {
      ...{ name: id, filters: [{ form: 'home-insurance' }], map: { lead: { leadProperty: 'id' } } },
      ...{ deliveries: { call }, ...definition },
    }
    writeFileSync(join(site.DEFINITIONS_DIR, `partners/${id}.json`), JSON.stringify(whole))
  }
  rmSync(join(site.DEFINITIONS_DIR, 'partners/demo.json'))
  for (const [at, id] of rotating.entries()) define(id, { maxPartners: 2, priority: 1, weight: at + 1 })
  for (const id of lastly) define(id, { maxPartners: 1 })
  database = await postgresServer({ durable: true })
}, 120_000)
afterAll(async () => {
  partners.closeAllConnections()
  partners.close()
  await database?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Leads are sent, as clients do: under the same key until they are acknowledged. */
async function send(origin: () => string, count: number): Promise<string[]> {
  const one = async (key: string): Promise<string> => {
    for (;;) {
      const reply = await submit(origin(), { key }).catch(() => null)
      if (reply?.status === 201 || reply?.status === 200) return ((await reply.json()) as { id: string }).id
      await sleep(50)
    }
  }
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    const ids: string[] = []
    for (let turn = 0; turn < count / 8; turn++) ids.push(await one(`${lane}-${turn}`))
    return ids
  })
  return (await Promise.all(lanes)).flat()
}

async function rows(storage: Storage, sql: string): Promise<Row[]> {
  return (await storage.read([{ sql, parameters: [] }]))[0] ?? []
}

/** Waits until nothing is on its way, and looks at every lead. */
async function expectEachInItsPlace(storage: Storage, leads: readonly string[]): Promise<void> {
  await eventually(async () => {
    // As if the minute had passed for which a dead process holds them.
    const free = `UPDATE deliveries SET lease_until = 0, due_at = 0 WHERE state = 'pending' AND lease_until < `
    await storage.atomic([{ sql: `${free}${Date.now() + 59_000}`, parameters: [] }])
    const waiting = "SELECT partner FROM deliveries WHERE state = 'pending' AND kind = 'http'"
    expect(await rows(storage, waiting)).toEqual([])
  })
  const stored = await rows(storage, 'SELECT id FROM leads')
  expect(stored.map(({ id }) => String(id)).sort()).toEqual(leads.toSorted())
  const decided = Map.groupBy(await rows(storage, 'SELECT * FROM routings'), ({ lead_id: lead }) => String(lead))
  const deliveries = Map.groupBy(await rows(storage, 'SELECT * FROM deliveries'), (row) => String(row.subject_id))
  for (const lead of leads) {
    const holders = (decided.get(lead) ?? []).flatMap((row) => (row.taken === 1 ? [String(row.partner)] : [])).sort()
    const refused = (decided.get(lead) ?? []).flatMap((row) => (row.reason === 'refused' ? [String(row.partner)] : []))
    const willing = rotating.filter((partner) => accepts(partner, lead))
    // Two of those that share, the only one of them, or one of the rest alone.
    if (willing.length > 0) expect(holders).toHaveLength(Math.min(2, willing.length))
    else expect(holders).toHaveLength(1)
    expect(holders.every((partner) => (willing.length > 0 ? willing : lastly).includes(partner))).toBe(true)
    expect(holders.every((partner) => accepts(partner, lead))).toBe(true)
    const state = (wanted: string) =>
      (deliveries.get(lead) ?? []).flatMap((row) => (row.state === wanted ? [String(row.partner)] : [])).sort()
    expect(state('delivered')).toEqual(holders)
    expect(state('rejected')).toEqual(refused.toSorted())
    // Nobody else ever saw it.
    const seen = [...rotating, ...lastly].filter((partner) => asked.has(`${partner} ${lead}`))
    expect(seen).toEqual([...holders, ...refused].sort())
  }
}

test('killed again and again while partners refuse: each lead is at its partners, and none is lost', {
  timeout: 180_000,
}, async () => {
  const data = join(folder, 'data')
  let server = await startServer(data, env)
  const sent = send(() => server.origin, 120)
  for (let kill = 0; kill < 5; kill++) {
    await sleep(150 + Math.random() * 400)
    server.process.kill('SIGKILL')
    await server.exited
    server = await startServer(data, env)
  }
  const leads = await sent
  const opened = await openSqlite(join(data, 'leadwright.db'))
  if (!opened.ok) throw new Error(opened.reason)
  await expectEachInItsPlace(opened.storage, leads)
  await opened.storage.close()
  expect(await server.stop()).toBe(0)
})

test('PostgreSQL crashes while two servers deliver and one is killed: the same holds', {
  timeout: 180_000,
}, async () => {
  const DATABASE_URL = await database.database()
  const start = (name: string) => startServer(join(folder, name), { ...env, DATABASE_URL })
  const servers: RunningServer[] = [await start('first'), await start('second')]
  let turn = 0
  const sent = send(() => servers[turn++ % 2]?.origin ?? '', 120)
  for (let crash = 0; crash < 4; crash++) {
    await sleep(200 + Math.random() * 300)
    await database.crash()
    await database.start()
    if (crash % 2 === 1) continue
    servers[0]?.process.kill('SIGKILL')
    await servers[0]?.exited
    servers[0] = await start('first')
  }
  const leads = await sent
  const opened = await openPostgres(DATABASE_URL)
  if (!opened.ok) throw new Error(opened.reason)
  await expectEachInItsPlace(opened.storage, leads)
  await opened.storage.close()
  for (const server of servers) expect(await server.stop()).toBe(0)
})
