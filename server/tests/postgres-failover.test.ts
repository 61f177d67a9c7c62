import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { type PostgresServer, postgresServer, query } from '../storage/testing/postgres-server.ts'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from '../testing/running-server.ts'
import { storedLeads } from '../testing/told-and-stored.ts'

const folder = temporaryFolder()
const env = smallSite(join(folder, 'site'))
let primary: PostgresServer
let standby: PostgresServer
let server: RunningServer | undefined

beforeAll(async () => {
  buildPages()
  primary = await postgresServer()
})
afterAll(async () => {
  await server?.stop()
  await primary?.remove()
  await standby?.remove()
  rmSync(folder, { recursive: true })
})

/** Who of ours is connected to a server. */
async function connectedTo({ url }: PostgresServer): Promise<string[]> {
  const client = new pg.Client(`${url}postgres`)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'leadwright%'`,
  )
  await client.end()
  return rows.map(({ name }) => name).sort()
}

test('the primary stops and its standby takes over: submissions, listing and notices go on there by themselves', {
  timeout: 240_000,
}, async () => {
  const name = new URL(await primary.database()).pathname.slice(1)
  standby = await postgresServer({ standbyOf: primary })
  const [first, second] = [standby, primary].map(({ url }) => new URL(url).host)
  // The standby stands first: whoever took the first that answers would take no lead.
  const DATABASE_URL = `postgres://postgres@${first},${second}/${name}?target_session_attrs=read-write`
  server = await startServer(folder, { ...env, DATABASE_URL })
  const { origin } = server
  const stored = await submit(origin, { key: 'before' })
  expect(stored.status).toBe(201)
  const { id } = (await stored.json()) as { id: string }
  const place = standby.url + name
  await expect.poll(() => storedLeads(place), { timeout: 60_000 }).toEqual([{ id, key: 'undefined' }])

  await primary.crash()
  const begun = performance.now()
  const refused = await submit(origin, { key: 'between' })
  expect(refused.status).toBe(503)
  // Five seconds are promised; the rest is for a busy machine.
  expect(performance.now() - begun).toBeLessThan(10_000)

  await query(`${standby.url}postgres`, 'SELECT pg_promote()')
  const again = () => submit(origin, { key: 'between' })
  await expect.poll(async () => (await again()).ok, { timeout: 60_000 }).toBe(true)
  expect((await storedLeads(place)).length).toBe(2)
  const all = ['leadwright', 'leadwright notifications', 'leadwright reading']
  await expect.poll(() => connectedTo(standby), { timeout: 60_000 }).toEqual(all)

  const command = [join(import.meta.dirname, '../../tools/leadwright.ts'), 'leads', 'list', '--json']
  const listed = spawnSync(process.execPath, command, {
    env: { ...process.env, ...env, DATABASE_URL },
    encoding: 'utf8',
  })
  expect(listed).toMatchObject({ status: 0, stdout: expect.stringContaining(id) })
})
