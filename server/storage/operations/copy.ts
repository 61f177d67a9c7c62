import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { openPostgres } from '../postgres/postgres.ts'
import { types } from '../postgres/postgres-connection.ts'
import { PostgresServers } from '../postgres/postgres-servers.ts'
import { type DatabaseOpened, openDatabase } from '../sqlite/sqlite-database.ts'
import type { Row } from '../storage.ts'

/** How long to wait for a command that is about to end, in ms. */
const deadlineMs = 1000

/** One table that was copied; both sides were compared. */
export interface CopiedTable {
  table: string
  rows: number
}

/** Everything was copied, or nothing was and `reason` says why. */
export type Copied = { ok: true; tables: CopiedTable[] } | { ok: false; reason: string }

/** Told how many rows of how many there are copied, over all tables. */
export type OnCopied = (rows: number, of: number) => void

/** Rows on their way at a time. */
const page = 500

/** How long to wait for a table that somebody else uses, in ms. */
const lockDeadlineMs = 10_000

/**
 * Copies everything from an SQLite database to an empty PostgreSQL one, in one transaction: a copy that is broken off
 * leaves the target empty, and can be run again. Nobody may use the source meanwhile; a target that holds anything is
 * refused, since what is there may be newer.
 */
export async function copyToPostgres(file: string, url: string, onCopied: OnCopied = () => {}): Promise<Copied> {
  if (!existsSync(file)) return { ok: false, reason: `There is no database ${file}: check DATA_DIR.` }
  const source = openAlone(file)
  if (!source.ok) return source
  try {
    const opened = await openPostgres(url)
    if (!opened.ok) return opened
    await opened.storage.close()
    return await copyAll(source.database, url, onCopied)
  } finally {
    source.database.close()
  }
}

async function copyAll(source: DatabaseSync, url: string, onCopied: OnCopied): Promise<Copied> {
  let client: pg.Client | undefined
  let isCommitting = false
  try {
    const config = { application_name: 'leadwright copy', keepAlive: true, types }
    client = await new PostgresServers(url).connect(
      config,
      () => {},
      () => false,
    )
    await client.query(`SET lock_timeout = ${lockDeadlineMs}; SET synchronous_commit = on`)
    await client.query('BEGIN')
    const tables = tablesOf(source)
    await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`)
    const reason = await refuseTarget(client, tables)
    if (reason !== null) return { ok: false, reason }
    const copied = await copyTables(source, client, tables, onCopied)
    isCommitting = true
    await client.query('COMMIT')
    return { ok: true, tables: copied }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const outcome = isCommitting
      ? 'The outcome is unknown. Run the command again: it copies everything, or reports that the copy is complete.'
      : 'No data was copied. Run the command again.'
    return { ok: false, reason: `The copy failed (${why}). ${outcome}` }
  } finally {
    // What is not committed is undone with it.
    await client?.end().catch(() => undefined)
  }
}

/** Every table with leads, or with what belongs to them; those that others refer to come first. */
function tablesOf(source: DatabaseSync): string[] {
  const names = source
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('migrations', 'guards')")
    .all()
    .map(({ name }) => String(name))
  const refers = (table: string) => source.prepare(`PRAGMA foreign_key_list(${table})`).all().length > 0
  return [...names.filter((table) => !refers(table)), ...names.filter(refers)]
}

/** A server that was ever started on the target has left something there. */
async function refuseTarget(client: pg.Client, tables: readonly string[]): Promise<string | null> {
  const counts: number[] = []
  for (const table of tables) counts.push(await countIn(client, table))
  if (counts.every((count) => count === 0)) return null
  const leads = counts[tables.indexOf('leads')] ?? 0
  const what = leads > 0 ? `holds ${leads} leads` : 'is in use: a server was started on it'
  return (
    `The PostgreSQL database ${what}. No data was copied, to protect the data there. ` +
    'Copy to an empty database. If an earlier copy was completed, you are done.'
  )
}

async function countIn(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(`SELECT count(*) AS count FROM ${table}`)
  return Number(rows[0]?.count)
}

async function copyTables(
  source: DatabaseSync,
  client: pg.Client,
  tables: readonly string[],
  onCopied: OnCopied,
): Promise<CopiedTable[]> {
  const count = (table: string) => Number(source.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
  const total = tables.reduce((sum, table) => sum + count(table), 0)
  const copied: CopiedTable[] = []
  let done = 0
  for (const table of tables) {
    const sent = createChecksum()
    for (const rows of pagesOf(source, table)) {
      sent.add(rows)
      await client.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
        JSON.stringify(rows),
      ])
      done += rows.length
      onCopied(done, total)
    }
    if ((await checksumOf(client, table)) !== sent.value()) throw new Error(`${table} differs after the copy`)
    copied.push({ table, rows: sent.rows() })
  }
  return copied
}

function* pagesOf(source: DatabaseSync, table: string): Generator<Row[]> {
  let rows: Row[] = []
  for (const row of source.prepare(`SELECT * FROM ${table}`).iterate()) {
    rows.push(storable(row as Row))
    if (rows.length < page) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** PostgreSQL takes neither NUL nor half a surrogate pair, which former versions let in. */
function storable(row: Row): Row {
  const entries = Object.entries(row).map(([column, value]) => [
    column,
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value,
  ])
  return Object.fromEntries(entries)
}

async function checksumOf(client: pg.Client, table: string): Promise<string> {
  const checksum = createChecksum()
  await client.query(`DECLARE arrived CURSOR FOR SELECT * FROM ${table}`)
  for (;;) {
    const { rows } = await client.query(`FETCH ${page} FROM arrived`)
    if (rows.length === 0) break
    checksum.add(rows)
  }
  await client.query('CLOSE arrived')
  return checksum.value()
}

/**
 * Opens a database that no other process has open, and keeps every other out until it is closed; refuses otherwise.
 * Brings its tables up to date first.
 */
function openAlone(file: string): DatabaseOpened {
  const opened = openDatabase(file)
  if (!opened.ok) return opened
  opened.database.close()
  const database = new DatabaseSync(file, { timeout: deadlineMs })
  try {
    // Whoever has the database open holds a lock on it, were it only for reading.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { ok: true, database }
  } catch (error) {
    database.close()
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, reason: `${file} is in use (${why}). Stop the server, then run the command again.` }
  }
}

/** Tells whether two sides hold the same rows, byte for byte. */
interface Checksum {
  add(rows: readonly Row[]): void
  rows(): number
  value(): string
}

/** The same for the same rows in any order: engines sort text by rules of their own. */
function createChecksum(): Checksum {
  let count = 0
  let sum = 0n
  return {
    add(rows) {
      for (const row of rows) {
        const entries = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
        const digest = createHash('sha256').update(JSON.stringify(entries)).digest()
        sum = BigInt.asUintN(128, sum + digest.readBigUInt64BE(0) * 2n ** 64n + digest.readBigUInt64BE(8))
        count += 1
      }
    },
    rows: () => count,
    value: () => `${count} ${sum}`,
  }
}
