import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Command } from 'commander'
import { positive } from '../number-option.ts'
import { commitRate } from './commits.ts'
import { withServer } from './server.ts'

const script = join(import.meta.dirname, 'ingest-server.ts')

// The tests' own parts, which belong to no build.
const testing = join(import.meta.dirname, '../../server')
const { postgresServer } = await import(join(testing, 'storage/testing/postgres-server.ts'))
const { validAnswers } = await import(join(testing, 'testing/running-server.ts'))

/** One engine or way of committing under load. */
interface Row {
  what: string
  perSecond: number
  /** Of the no-op measured just before. */
  ofNoop: number
  p99Ms: number
  /** By strace, for each lead that was acknowledged meanwhile; null where it was not traced. */
  syncsPerLead: number | null
  /** By strace, for each commit that the server counted meanwhile. */
  syncsPerCommit: number | null
}

interface Options {
  seconds: number
  connections: number
  million: boolean
  json: boolean
}

export function ingestBench(bench: Command): void {
  bench
    .option('--seconds <number>', 'how long each is loaded', positive, 6)
    .option('--connections <number>', 'how many clients at a time', positive, 64)
    .option('--million', 'also with a million leads in the table', false)
    .option('--json', 'one object a line', false)
    .action(async ({ seconds, connections, million, json }: Options) => {
      const load = { duration: seconds, connections }
      const rows = [
        await measure('SQLite, groups', load, { isTraced: true }),
        await measure('SQLite, single commits', load, { env: { SINGLE: '1' } }),
        ...(million ? [await measure('SQLite, a million leads', load, { prepare: fillSqlite })] : []),
        await onPostgres(load),
      ]
      const groups = await commitRate(load.connections, load.duration, 500)
      const single = await commitRate(load.connections, load.duration, 1)
      const commits = {
        groupsPerSecond: groups,
        singlePerSecond: single,
        ratio: Math.round((groups / single) * 10) / 10,
      }
      if (json) for (const row of [...rows, commits]) console.log(JSON.stringify(row))
      else {
        console.table(rows)
        console.log('Commits to SQLite, without HTTP:')
        console.table([commits])
      }
    })
}

interface Setting {
  env?: Record<string, string>
  isTraced?: boolean
  /** Runs on the data folder once its tables are there. */
  prepare?: (folder: string) => void
}

async function measure(what: string, load: Load, { env = {}, isTraced = false, prepare }: Setting): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-ingest-'))
  try {
    const settings = { script, env: { ...env, DATA_DIR: folder } }
    if (prepare) {
      await withServer(async () => undefined, settings)
      prepare(folder)
    }
    return await withServer(async (origin, pid) => {
      const api = `${origin}/api/v1/submissions`
      await post(api, load)
      const noop = await post(`${origin}/noop`, load)
      const before = await commitsOf(origin)
      const traced = isTraced ? countSyncs(pid, load.duration) : null
      const durable = await post(api, load)
      const syncs = await traced
      const commits = (await commitsOf(origin)) - before
      // The counter slows what it counts, so the rate is measured without it.
      const rate = traced ? await post(api, load) : durable
      return {
        what,
        perSecond: Math.round(rate.requests.average),
        ofNoop: Math.round((rate.requests.average / noop.requests.average) * 100) / 100,
        p99Ms: rate.latency.p99,
        syncsPerLead: syncs === null ? null : Math.round((syncs / durable['2xx']) * 1000) / 1000,
        syncsPerCommit: syncs === null ? null : Math.round((syncs / commits) * 100) / 100,
      }
    }, settings)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function onPostgres(load: Load): Promise<Row> {
  if (process.env.DATABASE_URL) {
    return measure('PostgreSQL', load, { env: { DATABASE_URL: process.env.DATABASE_URL } })
  }
  const server = await postgresServer({ durable: true })
  try {
    return await measure('PostgreSQL', load, { env: { DATABASE_URL: await server.database() } })
  } finally {
    await server.remove()
  }
}

interface Load {
  duration: number
  connections: number
}

async function post(url: string, load: Load): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    ...load,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ form: 'home-insurance', locale: 'en', answers: validAnswers }),
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} posts failed`)
  return result
}

async function commitsOf(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/leadwright_commit_calls_count (\d+)/.exec(text)?.[1])
}

/** Counts what reaches the disk for as long as a load lasts. Needs strace; null without. */
async function countSyncs(pid: number, seconds: number): Promise<number | null> {
  const file = join(tmpdir(), `leadwright-syncs-${pid}`)
  await writeFile(file, '')
  const tracer = spawn('strace', ['-f', '-c', '-e', 'trace=fdatasync,fsync', '-o', file, '-p', String(pid)], {
    stdio: 'ignore',
  })
  const failed = once(tracer, 'error').then(() => true)
  if (await Promise.race([failed, sleep(seconds * 1000 + 200).then(() => false)])) return null
  tracer.kill('SIGINT')
  await once(tracer, 'exit')
  const counts = await readFile(file, 'utf8')
  await rm(file)
  return counts
    .split('\n')
    .filter((line) => /f(data)?sync$/.test(line.trim()))
    .reduce((sum, line) => sum + Number(line.trim().split(/\s+/)[3]), 0)
}

/** A million leads with ids of long ago, made by the database itself. */
function fillSqlite(folder: string): void {
  const database = new DatabaseSync(join(folder, 'leadwright.db'))
  database.exec(`INSERT INTO leads (id, received_at, form, locale, brand, definition, answers, attribution, test, body_hash)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
    SELECT printf('01900000-0000-7000-8000-%012x', i), '2026-01-01T00:00:00.000Z', 'home-insurance', 'en', 'default', 'd',
      '{"email":"ada@example.com"}', '{}', 0, printf('%032x', i) FROM n`)
  database.close()
}
