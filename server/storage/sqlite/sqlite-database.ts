import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import type { StatementSync } from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type Migration, migrations, migrationsTable, planMigrations, statementsOn } from '../tables/migrations.ts'
import { makePrivate } from './sqlite-files.ts'
import type { Prepare } from './sqlite-group.ts'

/** Plenty for this server's own statements; the bound is for lists of varying length. */
const capacity = 200

/** The first SQLite without the WAL-reset bug, which can corrupt a database with several writers: https://sqlite.org/wal.html */
const oldest = [3, 51, 3] as const

/** An open, migrated database, or a sentence that says why there is none and what to do. */
export type DatabaseOpened = { ok: true; database: DatabaseSync } | { ok: false; reason: string }

/** How long a writer waits for another process before it gives up. */
export const busyTimeoutMs = 5000

/** Opens the database in `file` and brings its tables up to date. Folder and file are made when missing, unless one that is there is wanted. */
export function openDatabase(
  file: string,
  which: 'that is there' | 'made if missing' = 'made if missing',
): DatabaseOpened {
  try {
    if (which === 'made if missing') makePrivate(file)
    const existing = new URL('?mode=rw', pathToFileURL(file))
    const database = new DatabaseSync(which === 'made if missing' ? file : existing, { timeout: busyTimeoutMs })
    const version = String(database.prepare('SELECT sqlite_version() AS version').get()?.version)
    const refusal = refuseSqlite(version) ?? prepareTables(database)
    if (refusal === null) return { ok: true, database }
    database.close()
    return { ok: false, reason: refusal }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const remedy = 'check that this user can create and write its folder, and that the file is a database.'
    return { ok: false, reason: `The database ${file} cannot be opened (${why}): ${remedy}` }
  }
}

/** Returns why the database was refused, or null. */
function prepareTables(database: DatabaseSync): string | null {
  database.exec('PRAGMA journal_mode = WAL')
  // FULL syncs the log at each commit: what was answered with 201 survives a power cut.
  database.exec('PRAGMA synchronous = FULL')
  database.exec('PRAGMA foreign_keys = ON')
  // What is erased shall not stay in the file.
  database.exec('PRAGMA secure_delete = ON')
  // Four times the default, so that checkpoints interrupt a burst of leads less often.
  database.exec('PRAGMA wal_autocheckpoint = 4000')
  // Commands that only read shall not wait for whoever writes.
  return isUpToDate(database) ? null : migrate(database)
}

function isUpToDate(database: DatabaseSync): boolean {
  const isNew = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() === undefined
  return !isNew && versionOf(database) === migrations.length
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('SELECT max(number) AS number FROM migrations').get()?.number ?? 0)
}

/** The lock keeps two starting processes from migrating at once. */
function migrate(database: DatabaseSync): string | null {
  database.exec('BEGIN IMMEDIATE')
  database.exec(migrationsTable)
  const plan = planMigrations(versionOf(database))
  if (plan.ok) for (const migration of plan.migrations) apply(database, migration)
  database.exec(plan.ok ? 'COMMIT' : 'ROLLBACK')
  return plan.ok ? null : plan.reason
}

function apply(database: DatabaseSync, migration: Migration): void {
  for (const statement of statementsOn('sqlite', migration)) database.exec(statement)
  const record = "INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ'))"
  database.prepare(record).run(migration.number, migration.name)
}

/** Says why an SQLite of this version (such as `3.50.4`) must not hold leads, or null when it may. */
export function refuseSqlite(version: string): string | null {
  const parts = version.split('.').map(Number)
  for (const [place, needed] of oldest.entries()) {
    const found = parts[place] ?? 0
    if (found > needed) return null
    if (found < needed) return refusal(version)
  }
  return null
}

function refusal(version: string): string {
  return (
    `This Node.js includes SQLite ${version}, whose WAL-reset bug can corrupt the database; ` +
    `Leadwright needs SQLite ${oldest.join('.')} or later: run it on Node.js 24.21 or later (npm ci installs one).`
  )
}

/**
 * Writes what a database holds at one moment to a new file, for its owner alone, and onto the disk. Others may write to
 * the database meanwhile. Bytes of what was deleted do not come along. Throws when the file is there already.
 */
export function makeCopy(database: DatabaseSync, file: string): void {
  writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
  database.prepare('VACUUM INTO ?').run(file)
  syncFile(file)
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Keeps prepared statements, and forgets the one unused for longest when there are too many. */
export function cacheStatements(database: DatabaseSync): Prepare {
  const cache = new Map<string, StatementSync>()
  return (sql) => {
    const statement = cache.get(sql) ?? database.prepare(sql)
    // A Map keeps the order of insertion, so what was used last goes to the end.
    cache.delete(sql)
    cache.set(sql, statement)
    if (cache.size > capacity) cache.delete(cache.keys().next().value ?? '')
    return statement
  }
}
