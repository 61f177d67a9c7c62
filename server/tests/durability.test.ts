import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { buildPages, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const folder = temporaryFolder()
const site = smallSite(join(folder, 'site'))
beforeAll(buildPages, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// `leadwright bench faults killed` does it for longer.
const rounds = 4
const perRound = 110

test('kill -9 under load, again and again: nothing acknowledged is lost, nothing is there twice', async () => {
  const acknowledged = new Map<string, string>()
  const unanswered: string[] = []
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(folder, site)
    // What the last crash left unanswered is sent again under its key, as a client would.
    for (const key of unanswered.splice(0)) {
      const reply = await submit(server.origin, { key })
      expect([200, 201]).toContain(reply.status)
      acknowledged.set(key, ((await reply.json()) as { id: string }).id)
    }
    await loadUntilKilled(server, round, acknowledged, unanswered)
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(400)
  check(acknowledged, unanswered)
})

/** Twenty clients post one after the other until the process is shot at a moment of its own. */
async function loadUntilKilled(
  server: Awaited<ReturnType<typeof startServer>>,
  round: number,
  acknowledged: Map<string, string>,
  unanswered: string[],
): Promise<void> {
  let count = 0
  const goal = perRound + Math.floor(Math.random() * 40)
  const client = async (number: number) => {
    for (let turn = 0; ; turn++) {
      const key = `${round}-${number}-${turn}`
      try {
        const reply = await submit(server.origin, { key })
        if (reply.status !== 201) throw new Error(`unexpected ${reply.status}`)
        acknowledged.set(key, ((await reply.json()) as { id: string }).id)
      } catch {
        unanswered.push(key)
        return
      }
      count++
      if (count === goal) server.process.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, number) => client(number)))
  await server.exited
}

function check(acknowledged: Map<string, string>, unanswered: readonly string[]): void {
  const database = new DatabaseSync(join(folder, 'leadwright.db'), { timeout: 30_000 })
  const all = (sql: string) => database.prepare(sql).all() as Record<string, string | number>[]
  // "api", the form, the key and the hash of the body.
  const keyOf = (stored: string | number | undefined) => String(stored).split(' ')[2] ?? ''
  const leads = new Map(all('SELECT idempotency_key AS key, id FROM leads').map(({ key, id }) => [keyOf(key), id]))
  const lost = [...acknowledged].filter(([key, id]) => leads.get(key) !== id)
  expect(lost).toEqual([])
  // Whatever else is stored was on its way when the process died, and at most once.
  const strangers = [...leads.keys()].filter((key) => !acknowledged.has(key) && !unanswered.includes(key))
  expect(strangers).toEqual([])
  expect(all('SELECT count(*) AS n FROM leads')[0]?.n).toBe(leads.size)
  for (const [table, lead] of [
    ["deliveries WHERE kind = 'pull'", 'subject_id'],
    ['consents', 'lead_id'],
  ]) {
    expect(all(`SELECT ${lead} FROM ${table} GROUP BY ${lead} HAVING count(*) <> 1`), table).toEqual([])
    expect(all(`SELECT count(DISTINCT ${lead}) AS n FROM ${table}`)[0]?.n, table).toBe(leads.size)
  }
  database.close()
}

test('between a request and its 201 the log is synced to disk', async ({ skip }) => {
  if (!strace()) skip('strace is not here and cannot be installed')
  const data = temporaryFolder()
  const server = await startServer(data, site)
  const trace = join(data, 'trace')
  const tracer = spawn(
    'strace',
    [
      '-f',
      '-s',
      '64',
      '-e',
      'trace=fdatasync,fsync,read,recvfrom,write,writev,sendto',
      '-o',
      trace,
      '-p',
      String(server.pid),
    ],
    { stdio: 'ignore' },
  )
  await sleep(1000)
  expect((await submit(server.origin, { key: 'traced' })).status).toBe(201)
  tracer.kill('SIGINT')
  await once(tracer, 'exit')
  expect(await server.stop()).toBe(0)
  const lines = readFileSync(trace, 'utf8').split('\n')
  const request = lines.findIndex((line) => line.includes('POST /api/v1/submissions'))
  const created = lines.findIndex((line) => line.includes('HTTP/1.1 201'))
  const synced = lines.findIndex((line, at) => at > request && /(fdatasync|fsync)(\(| resumed).*= 0/.test(line))
  expect(request).toBeGreaterThan(-1)
  expect(synced).toBeGreaterThan(request)
  expect(created).toBeGreaterThan(synced)
  rmSync(data, { recursive: true })
})

/** Whether strace is here, after trying to install it where that is possible. */
function strace(): boolean {
  const here = () => ['/usr/bin/strace', '/bin/strace', '/usr/local/bin/strace'].some((path) => existsSync(path))
  if (!here() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['install', '-y', '-qq', 'strace'], { stdio: 'ignore' })
  }
  return here()
}
