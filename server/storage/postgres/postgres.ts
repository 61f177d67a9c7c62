import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Batcher, createBatcher, type GroupRun, type RunGroup } from '../batcher.ts'
import type { CallOutcome } from '../outcome.ts'
import type { Statement, Storage, StorageOpened } from '../storage.ts'
import { migrationsTable, planMigrations, statementsOn } from '../tables/migrations.ts'
import { firstFailure, inOneWrite, PostgresConnection } from './postgres-connection.ts'
import {
  forgetOldMarks,
  isLost,
  marksTable,
  onlyReads,
  postgresFailure,
  runPostgresGroup,
  setMark,
} from './postgres-group.ts'
import { endAtOnce, PostgresServers } from './postgres-servers.ts'

/** Reads at a time: a long one shall not hold up all others. */
const readsInFlight = 4

const channel = 'leadwright_deliveries'

/** At most one notification of the same in this time, in ms: it means "look", not "one more". */
const pause = 50

/** Groups under way at a time: one commits while the next is being sent. */
const inFlight = 2

/** Connections that change something: those of groups, and one for calls that run alone. */
const writing = inFlight + 1

/**
 * Opens a PostgreSQL database and brings its tables up to date. Any number of processes may have it open.
 * @param url `postgres://user:password@host:port/database`, with several hosts where it may move
 */
export async function openPostgres(url: string): Promise<StorageOpened> {
  const servers = new PostgresServers(url)
  const connections = Array.from({ length: writing }, () => new PostgresConnection(servers))
  let warnings: string[]
  try {
    const refusal = await migrate(connections)
    if (refusal !== null) {
      await Promise.all(connections.map((connection) => connection.close()))
      return { ok: false, reason: refusal }
    }
    warnings = await riskySettings(connections[0] as PostgresConnection)
  } catch (error) {
    await Promise.all(connections.map((connection) => connection.close()))
    const why = error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error)
    const remedy = 'check DATABASE_URL, and that the database exists and this user may create tables in it.'
    return { ok: false, reason: `The PostgreSQL database cannot be opened (${why}): ${remedy}` }
  }
  const notifications = postgresNotifications(servers)
  const reading = postgresReading(servers)
  const batcher = createBatcher(runOn(connections.slice(0, inFlight), runPostgresGroup), { inFlight })
  const alone = createBatcher(runOn(connections.slice(inFlight), runPostgresGroup), { inFlight: 1, mostCalls: 1 })
  return {
    ok: true,
    warnings,
    storage: {
      engine: 'postgres',
      atomic: batcher.atomic,
      alone: alone.atomic,
      read: reading.atomic,
      lock,
      notify: notifications.notify,
      listen: notifications.listen,
      observe(onCommit) {
        batcher.observe(onCommit)
        alone.observe(onCommit)
      },
      async close() {
        await Promise.all([batcher.close(), alone.close(), reading.close()])
        await Promise.all([notifications.close(), ...connections.map((connection) => connection.close())])
      },
    } satisfies Storage,
  }
}

/** Runs each group on a connection that has no other. */
function runOn(
  connections: readonly PostgresConnection[],
  run: (connection: PostgresConnection, calls: readonly (readonly Statement[])[]) => GroupRun,
): RunGroup {
  const free = [...connections]
  return (calls) => {
    const connection = free.pop() as PostgresConnection
    const { outcomes, giveUp } = run(connection, calls)
    return { outcomes: outcomes.finally(() => free.push(connection)), giveUp }
  }
}

/** Held to the end of the transaction. */
function lock(name: string): Statement[] {
  return [{ sql: 'SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', parameters: [name] }]
}

/** What the database itself does not write to the disk in time, no connection can make up for. */
async function riskySettings(connection: PostgresConnection): Promise<string[]> {
  const sql =
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY name"
  const rows = await connection.run(await connection.client(), { sql, parameters: [] })
  return rows.map(
    ({ name }) => `PostgreSQL runs with ${name} = off: a crash of its machine can lose or corrupt leads. Set it to on.`,
  )
}

/** The lock keeps two starting processes from migrating at once. Returns why the database was refused, or null. */
async function migrate(connections: readonly PostgresConnection[]): Promise<string | null> {
  const connection = connections[0] as PostgresConnection
  const client = await connection.client()
  await client.query('BEGIN')
  try {
    await connection.run(client, lock('migrations')[0] as Statement)
    await client.query(migrationsTable)
    const { rows } = await client.query('SELECT max(number) AS number FROM migrations')
    const plan = planMigrations(Number(rows[0]?.number ?? 0))
    if (!plan.ok) {
      await client.query('ROLLBACK')
      return plan.reason
    }
    for (const migration of plan.migrations) {
      for (const statement of statementsOn('postgres', migration)) await client.query(statement)
      const record = 'INSERT INTO migrations (number, name, applied_at) VALUES ($1, $2, $3)'
      await client.query(record, [migration.number, migration.name, new Date().toISOString()])
    }
    await client.query(marksTable)
    await client.query(forgetOldMarks)
    // A mark that is there already can be waited for.
    for (const { id } of connections) await connection.run(client, setMark(id, 0))
    await client.query('COMMIT')
    return null
  } catch (error) {
    await client.query('ROLLBACK').catch(() => connection.drop())
    throw error
  }
}

/** A connection of its own for NOTIFY and LISTEN, made anew when it was lost. Who does not listen needs none. */
interface PostgresNotifications {
  notify(tried?: string): void
  listen(onNotified: (tried: string | null) => void): void
  close(): Promise<void>
}

function postgresNotifications(servers: PostgresServers): PostgresNotifications {
  const listeners: ((tried: string | null) => void)[] = []
  let current: pg.Client | null = null
  let running: Promise<void> | null = null
  let isListening = false
  let isClosed = false
  /** What is said next: '' for deliveries that wait, else the subject that was tried. */
  const due = new Set<string>()

  const config = {
    application_name: 'leadwright notifications',
    keepAlive: true,
    // Two subjects may be told of at once.
    pipeline: true,
  } as pg.ClientConfig
  const onTry = (client: pg.Client) => {
    current = client
  }

  async function stayConnected(): Promise<void> {
    while (!isClosed) {
      try {
        const client = await servers.connect(config, onTry, () => isClosed)
        const ended = new Promise<void>((resolve) => client.once('end', resolve))
        client.on('notification', ({ payload }) => {
          for (const tell of listeners) tell(payload || null)
        })
        await client.query(`LISTEN ${channel}`)
        isListening = true
        await ended
      } catch {
        if (current) endAtOnce(current)
      }
      isListening = false
      if (!isClosed) await sleep(1000, undefined, { ref: false })
    }
  }

  return {
    notify(tried = '') {
      if (due.has(tried) || !running) return
      due.add(tried)
      setTimeout(() => {
        due.delete(tried)
        if (isListening) current?.query('SELECT pg_notify($1, $2)', [channel, tried]).catch(() => undefined)
      }, pause).unref()
    },
    listen(onNotified) {
      listeners.push(onNotified)
      running ??= stayConnected()
    },
    async close() {
      isClosed = true
      // It may be connecting still, and would keep the process then.
      if (current) endAtOnce(current)
      await Promise.race([running, sleep(1000, undefined, { ref: false })])
    },
  }
}

/** The read path, by connections that are made when they are needed. `atomic` reads. */
function postgresReading(servers: PostgresServers): Pick<Batcher, 'atomic' | 'close'> {
  const connections = Array.from({ length: readsInFlight }, () => new PostgresConnection(servers, { isReading: true }))
  const run = runOn(connections, (connection, [statements = []]) => runRead(connection, statements))
  const batcher = createBatcher(run, { inFlight: readsInFlight, mostCalls: 1 })
  return {
    atomic: batcher.atomic,
    async close() {
      await batcher.close()
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

function runRead(connection: PostgresConnection, statements: readonly Statement[]): GroupRun {
  return {
    outcomes: outcomeOf(connection, statements).then((outcome) => [outcome]),
    giveUp() {
      connection.drop()
      return 'nothing stored'
    },
  }
}

/** Everything is sent at once. What comes after a wrong statement does nothing, and COMMIT ends that transaction too. */
async function outcomeOf(connection: PostgresConnection, statements: readonly Statement[]): Promise<CallOutcome> {
  try {
    const client = await connection.client()
    const isOne = statements.length === 1
    const [begun, sent, ended] = inOneWrite(client, () => [
      isOne ? [] : [client.query('BEGIN')],
      statements.map((statement) => connection.run(client, statement)),
      isOne ? [] : [client.query('COMMIT')],
    ])
    const failed = await firstFailure([...begun, ...sent, ...ended])
    if (failed) throw failed.reason
    return { ok: true, rows: await Promise.all(sent) }
  } catch (error) {
    if (isLost(error)) connection.drop()
    const failure = postgresFailure(error)
    // It was to change something.
    return failure.code === onlyReads ? { ...failure, unavailable: false } : failure
  }
}
