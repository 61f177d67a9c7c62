import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import pg from 'pg'
import { storeLead } from '#server/leads'
import { openSqlite } from '#server/storage'
import { positive } from '../terminal/number-option.ts'
import type { Fired } from './fire.ts'
import { type Load, post } from './ingest/load.ts'
import { measureReaders, type ReadersRow } from './ingest/readers.ts'
import { withoutSamplePartners, withServer } from './server.ts'

// The tests' own leads, which belong to no build.
const { insertManyLeads, sampleLead } = await import(
  join(import.meta.dirname, '../../server/leads/testing/sample-lead.ts')
)

const script = join(import.meta.dirname, 'ingest/server.ts')

// The tests' own server, which belongs to no build.
const { postgresServer } = await import(join(import.meta.dirname, '../../server/storage/testing/postgres-server.ts'))

/** One engine or way of committing under load. */
interface Row {
  what: string
  perSecond: number
  /** Of the no-op measured just before, as the median of the rounds. */
  ofNoop: number
  p99Ms: number
  /** By strace, for each lead that was acknowledged meanwhile; null where it was not traced. */
  syncsPerLead: number | null
  /** By strace, for each commit that the server counted meanwhile. */
  syncsPerCommit: number | null
}

interface Options {
  engine?: 'sqlite' | 'postgres'
  seconds: number
  connections: number
  stored: number
  rounds: number
  json: boolean
}

export function ingestBench(bench: Command): void {
  bench
    .addOption(new Option('--engine <name>', 'only this one').choices(['sqlite', 'postgres']))
    .option('--seconds <number>', 'the duration of each load test', positive, 6)
    .option('--connections <number>', 'the number of concurrent clients', positive, 64)
    .option('--stored <number>', 'the number of leads listed while others arrive', positive, 1_000_000)
    .option('--rounds <number>', 'the number of runs of each measurement, alternating with its reference', positive, 3)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ engine, seconds, connections, stored, rounds, json }: Options) => {
      const load = { duration: seconds, connections }
      const rows: Row[] = []
      const beside: ReadersRow[] = []
      if (engine !== 'postgres') {
        rows.push(await measure('SQLite, groups', load, { isTraced: true, rounds }))
        rows.push(await measure('SQLite, single commits', load, { env: { SINGLE: '1' }, rounds }))
        beside.push(await besideReaders('SQLite', load, { stored, rounds }))
      }
      if (engine !== 'sqlite') {
        rows.push(await onPostgres((url) => measure('PostgreSQL', load, { env: { DATABASE_URL: url }, rounds })))
        beside.push(await onPostgres((url) => besideReaders('PostgreSQL', load, { stored, rounds, url })))
      }
      const groups = await commitRate(load.connections, load.duration, 500)
      const single = await commitRate(load.connections, load.duration, 1)
      const commits = {
        groupsPerSecond: groups,
        singlePerSecond: single,
        ratio: Math.round((groups / single) * 10) / 10,
      }
      if (json) for (const row of [...rows, ...beside, commits]) console.log(JSON.stringify(row))
      else {
        console.table(rows)
        console.log('Beside readers: `leads list --all` and /metrics.')
        console.table(beside)
        console.log('Commits to SQLite, without HTTP:')
        console.table([commits])
      }
    })
}

interface Setting {
  env?: Record<string, string>
  isTraced?: boolean
  rounds: number
}

/** The median of several rounds, by their ratio to the no-op: what a machine can do changes from one minute to the next. */
async function measure(what: string, load: Load, { env = {}, isTraced = false, rounds }: Setting): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-ingest-'))
  try {
    return await withServer(
      async (origin, pid) => {
        const api = `${origin}/api/v1/submissions`
        await post(api, load)
        // The counter slows what it counts, so the rate is measured without it.
        const counted = isTraced ? await syncsUnder(origin, pid, load) : null
        const measured: { noop: Fired; durable: Fired; ratio: number }[] = []
        for (let round = 0; round < rounds; round++) {
          const noop = await post(`${origin}/noop`, load)
          const durable = await post(api, load)
          measured.push({ noop, durable, ratio: durable.perSecond / noop.perSecond })
        }
        const { durable, ratio } = measured.toSorted((one, other) => one.ratio - other.ratio)[rounds >> 1] ?? {}
        return {
          what,
          perSecond: Math.round(durable?.perSecond ?? 0),
          ofNoop: Math.round((ratio ?? 0) * 100) / 100,
          p99Ms: durable?.latency.p99 ?? 0,
          syncsPerLead: counted?.perLead ?? null,
          syncsPerCommit: counted?.perCommit ?? null,
        }
      },
      { script, env: { ...env, ...(await withoutSamplePartners(folder)), DATA_DIR: folder } },
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The server as operators run it, with leads stored before. */
async function besideReaders(
  what: string,
  load: Load,
  { stored, rounds, url }: { stored: number; rounds: number; url?: string },
): Promise<ReadersRow> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-ingest-'))
  try {
    const definitions = await withoutSamplePartners(folder)
    const env = { ...definitions, DATA_DIR: folder, ...(url !== undefined && { DATABASE_URL: url }) }
    // It makes the tables.
    await withServer(async () => undefined, { env })
    if (url === undefined) fillSqlite(folder, stored)
    else await fillPostgres(url, stored)
    const measured = await withServer((origin) => measureReaders(origin, load, { env, rounds }), { env })
    return { what, stored, ...measured }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** On the server that DATABASE_URL names, or one that is made for it. */
async function onPostgres<T>(run: (url: string) => Promise<T>): Promise<T> {
  if (process.env.DATABASE_URL) return run(process.env.DATABASE_URL)
  const server = await postgresServer({ durable: true })
  try {
    return await run(await server.database())
  } finally {
    await server.remove()
  }
}

async function commitsOf(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/leadwright_commit_calls_count (\d+)/.exec(text)?.[1])
}

/** Null where it cannot be counted. */
async function syncsUnder(origin: string, pid: number, load: Load) {
  const before = await commitsOf(origin)
  const counting = countSyncs(pid, load.duration)
  const durable = await post(`${origin}/api/v1/submissions`, load)
  const syncs = await counting
  if (syncs === null) return null
  const to = (count: number) => Math.round((syncs / count) * 1000) / 1000
  return { perLead: to(durable['2xx']), perCommit: to((await commitsOf(origin)) - before) }
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

/** Leads of long ago would be erased while others are measured. */
const yesterday = () => Date.now() - 24 * 60 * 60 * 1000

function fillSqlite(folder: string, count: number): void {
  const database = new DatabaseSync(join(folder, 'leadwright.db'))
  database.exec(insertManyLeads('sqlite', count, yesterday()))
  database.close()
}

async function fillPostgres(url: string, count: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(insertManyLeads('postgres', count, yesterday()))
  // What a database that has grown to this size has done long before.
  await client.query('VACUUM ANALYZE leads')
  await client.query('CHECKPOINT')
  await client.end()
}

/** Leads a second that storage alone takes from so many callers: without HTTP, validation and the load's own work. */
async function commitRate(callers: number, seconds: number, mostCalls: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-commits-'))
  try {
    const opened = await openSqlite(join(folder, 'leadwright.db'), { mostCalls })
    if (!opened.ok) throw new Error(opened.reason)
    const end = Date.now() + seconds * 1000
    let stored = 0
    const caller = async () => {
      for (; Date.now() < end; stored++) await storeLead(opened.storage, sampleLead())
    }
    await Promise.all(Array.from({ length: callers }, caller))
    await opened.storage.close()
    return Math.round(stored / seconds)
  } finally {
    await rm(folder, { recursive: true })
  }
}
