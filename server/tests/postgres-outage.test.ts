import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { type PostgresServer, postgresServer } from '../storage/testing/postgres-server.ts'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const folders = [temporaryFolder(), temporaryFolder()]
let database: PostgresServer
beforeAll(async () => {
  buildPages()
  database = await postgresServer({ durable: true })
}, 60_000)
afterAll(async () => {
  await database?.remove()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const crashes = 8

/** A partner that reads on and on, and starts again where it was after any failure. */
async function follow(origin: string, key: string, seen: string[], isOver: () => boolean): Promise<void> {
  let after = ''
  for (;;) {
    const over = isOver()
    const reply = await fetch(`${origin}/api/v1/leads?limit=500&after=${after}`, {
      headers: { authorization: `Bearer ${key}` },
    }).catch(() => null)
    if (reply?.status === 200) {
      const { leads, next } = (await reply.json()) as { leads: { id: string }[]; next: string }
      seen.push(...leads.map(({ id }) => id))
      after = next
      if (over && leads.length === 0) return
    }
    await sleep(20)
  }
}

/** As many leads as show something. */
const enough = 200

test('PostgreSQL crashes again and again under load: two servers survive, no lead is lost, a reader misses none', {
  timeout: 180_000,
}, async () => {
  const url = await database.database()
  const servers: RunningServer[] = []
  for (const folder of folders)
    servers.push(await startServer(folder, { ...smallSite(join(folder, 'site')), DATABASE_URL: url }))
  const key = readFileSync(join(folders[0] ?? '', 'demo.key'), 'utf8').trim()

  const acknowledged = new Map<string, string>()
  const statuses = new Map<number, number>()
  let isOver = false
  const client = async (number: number) => {
    for (let turn = 0; !isOver; turn++) {
      // As clients do, it repeats what was refused, under the same key and at either server.
      for (let tries = 0; ; tries++) {
        const origin = servers[(number + tries) % servers.length]?.origin ?? ''
        const name = `${number}-${turn}`
        const reply = await submit(origin, { key: name }).catch(() => null)
        if (reply) statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        if (reply?.status === 201 || reply?.status === 200) {
          acknowledged.set(name, ((await reply.json()) as { id: string }).id)
          break
        }
        await sleep(20)
      }
    }
  }
  const load = Promise.all(Array.from({ length: 16 }, (_, number) => client(number)))
  const seen: string[] = []
  const reader = follow(servers[1]?.origin ?? '', key, seen, () => isOver && settled)
  let settled = false
  for (let crash = 0; crash < crashes; crash++) {
    await sleep(200 + Math.random() * 300)
    await database.crash()
    await database.start()
  }
  // A busy machine takes its time.
  while (acknowledged.size <= enough) await sleep(20)
  isOver = true
  await load
  settled = true
  await reader

  expect([...statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  const times = Map.groupBy(seen, (id) => id)
  expect([...acknowledged.values()].filter((id) => !times.has(id))).toEqual([])
  expect([...times.values()].filter((same) => same.length > 1)).toEqual([])
  // Each was acknowledged: nothing was stored twice under different keys, nor behind a 503 that said "nothing".
  expect(times.size).toBe(acknowledged.size)
  for (const server of servers) {
    expect(server.process.exitCode).toBeNull()
    expect(await server.stop()).toBe(0)
  }
})
