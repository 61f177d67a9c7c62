import { createBatcher } from '../batcher.ts'
import type { Statement, Storage, StorageOpened } from '../storage.ts'
import { migrationsTable, planMigrations, statementsOn } from '../tables/migrations.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { runPostgresGroup } from './postgres-group.ts'
import { forgetOldMarks, marksTable, setMark } from './postgres-marks.ts'
import { postgresNotifications } from './postgres-notifications.ts'
import { postgresReading } from './postgres-reading.ts'
import { PostgresServers } from './postgres-servers.ts'

/** Groups under way at a time: one commits while the next is being sent. */
const inFlight = 2

/**
 * Opens a PostgreSQL database and brings its tables up to date. Any number of processes may have it open.
 * @param url `postgres://user:password@host:port/database`, with several hosts where it may move
 */
export async function openPostgres(url: string): Promise<StorageOpened> {
  const servers = new PostgresServers(url)
  const connections = Array.from({ length: inFlight }, () => new PostgresConnection(servers))
  const free = [...connections]
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
  const batcher = createBatcher(
    (calls) => {
      const connection = free.pop() as PostgresConnection
      const { outcomes, giveUp } = runPostgresGroup(connection, calls)
      return { outcomes: outcomes.finally(() => free.push(connection)), giveUp }
    },
    { inFlight },
  )
  return {
    ok: true,
    warnings,
    storage: {
      engine: 'postgres',
      atomic: batcher.atomic,
      read: reading.atomic,
      lock,
      notify: notifications.notify,
      listen: notifications.listen,
      observe: batcher.observe,
      async close() {
        await Promise.all([batcher.close(), reading.close()])
        await Promise.all([notifications.close(), ...connections.map((connection) => connection.close())])
      },
    } satisfies Storage,
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
    ({ name }) => `PostgreSQL runs with ${name} = off: a crash of its machine can lose or spoil leads. Set it to on.`,
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
