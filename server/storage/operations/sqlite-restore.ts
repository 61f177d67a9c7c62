import { existsSync, renameSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeCopy, openDatabase, syncFile } from '../sqlite/sqlite-database.ts'
import { isDamage } from '../sqlite/sqlite-failure.ts'
import { migrations, planMigrations } from '../tables/migrations.ts'
import type { Refusal } from './sqlite-backup.ts'

/** `kept`: the file with what the database held before; null when there was none. */
export type Restored = { ok: true; kept: string | null } | { ok: false; reason: string }

/** How long to wait for the write lock, in ms: servers let go of it after each group of leads. */
const deadlineMs = 30_000

/** What has no older state: what was shown to visitors and chosen, what the installation is, and who may read. */
const lasting = [
  ...['form_versions', 'installation', 'partner_keys', 'cookie_consents', 'cookie_consent_texts'],
  // Whom nobody may write to any more, whatever was restored.
  'suppressions',
]

interface RestoreOptions {
  onPhase?: ((phase: string) => void) | undefined
  /** Changes the backup's copy before anybody sees it. */
  amend?: (file: string) => Promise<void>
}

/**
 * Puts a backup in the place of a database. What the database held is kept in a file beside it.
 *
 * Servers may run: one transaction holds the write lock while the former state is copied away and the older one put in
 * its place. So each lead that was acknowledged is in the one or in the other, and none in both. Keys that were revoked
 * since the backup stay revoked.
 */
export async function restoreSqlite(
  source: string,
  file: string,
  now: Date,
  { onPhase = () => {}, amend = async () => {} }: RestoreOptions = {},
): Promise<Restored> {
  const prepared = `${file}.restoring`
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-')
  try {
    onPhase('checking the backup')
    await removeDatabase(prepared)
    const refusal = prepare(source, prepared)
    if (refusal !== null) return { ok: false, reason: refusal }
    await amend(prepared)
    if (!existsSync(file)) return await putInPlace(prepared, file, `${file}.${stamp}.damaged`)
    const state = stateOf(file)
    if (state.kind === 'refused') return { ok: false, reason: state.reason }
    if (state.kind === 'damaged') return await putInPlace(prepared, file, `${file}.${stamp}.damaged`)
    if (state.kind === 'newer') return await putInPlace(prepared, file, `${file}.${stamp}.before-restore`)
    const kept = `${file}.${stamp}.before-restore`
    onPhase('putting it in place')
    exchange(prepared, file, kept)
    return { ok: true, kept }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, reason: `Failed to restore the backup (${why}). The database is unchanged.` }
  } finally {
    await removeDatabase(prepared)
  }
}

/** Makes a copy of the backup with today's tables, or says why it is none. */
function prepare(source: string, prepared: string): Refusal {
  const refusal = refuseBackup(source)
  if (refusal !== null) return refusal
  const backup = new DatabaseSync(source, { readOnly: true })
  try {
    makeCopy(backup, prepared)
  } finally {
    backup.close()
  }
  const opened = openDatabase(prepared)
  if (!opened.ok) return opened.reason
  opened.database.close()
  return null
}

function refuseBackup(file: string): Refusal {
  if (!existsSync(file)) return `There is no file ${file}.`
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const [row] = database.prepare('PRAGMA integrity_check').all()
      if (row?.integrity_check !== 'ok') return `${file} is damaged: ${row?.integrity_check}. Use another backup.`
      const plan = planMigrations(versionOf(database))
      return plan.ok ? null : plan.reason
    } finally {
      database.close()
    }
  } catch (error) {
    return `${file} is not a Leadwright backup (${error instanceof Error ? error.message : String(error)}).`
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('SELECT max(number) AS number FROM migrations').get()?.number ?? 0)
}

type State = { kind: 'good' | 'damaged' | 'newer' } | { kind: 'refused'; reason: string }

/** What is in the place that the backup shall go to. A newer Leadwright's database is only replaced when nobody uses it. */
function stateOf(file: string): State {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(file, { timeout: 5000 })
    if (versionOf(database) <= migrations.length) return { kind: 'good' }
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0')
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    return { kind: 'newer' }
  } catch (error) {
    if (isDamage(error)) return { kind: 'damaged' }
    const why = error instanceof Error ? error.message : String(error)
    return {
      kind: 'refused',
      reason: `${file} cannot be replaced (${why}). Stop the server, then run the command again.`,
    }
  } finally {
    database?.close()
  }
}

/** Where nothing can be written to the former database, the backup takes its name. */
async function putInPlace(prepared: string, file: string, quarantined: string): Promise<Restored> {
  const kept = existsSync(file) ? quarantined : null
  // The log first: it must never be taken for that of the backup.
  for (const suffix of ['-wal', '-shm', ''])
    if (existsSync(file + suffix)) await rename(file + suffix, quarantined + suffix)
  await rename(prepared, file)
  syncFile(dirname(file))
  return { ok: true, kept }
}

/** Exchanges the rows, under one write lock. A stop at any moment leaves the one state or the other. */
function exchange(prepared: string, file: string, kept: string): void {
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.reason)
  const { database } = opened
  let isDone = false
  try {
    database.exec(`PRAGMA busy_timeout = ${deadlineMs}; PRAGMA foreign_keys = OFF`)
    database.prepare('ATTACH ? AS backup').run(prepared)
    database.exec('BEGIN IMMEDIATE')
    keep(file, kept)
    for (const table of tablesOf(database)) replaceRows(database, table)
    database.exec('COMMIT')
    isDone = true
    // What the log still holds of the former state.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
    // Nothing was replaced, so nothing needs to be kept.
    if (!isDone) for (const copy of [kept, `${kept}.partial`]) rmSync(copy, { force: true })
  }
}

/** Another connection reads while this process holds the write lock: nothing can come in between. */
function keep(file: string, kept: string): void {
  const reader = new DatabaseSync(file, { timeout: deadlineMs })
  try {
    makeCopy(reader, `${kept}.partial`)
    renameSync(`${kept}.partial`, kept)
    syncFile(dirname(kept))
  } finally {
    reader.close()
  }
}

function tablesOf(database: DatabaseSync): string[] {
  const tables = database.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name <> 'migrations'")
  return tables.all().map(({ name }) => String(name))
}

function replaceRows(database: DatabaseSync, table: string): void {
  const columns = database
    .prepare(`PRAGMA main.table_info(${table})`)
    .all()
    .map(({ name }) => name)
  const rows = `${table} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM backup.${table}`
  if (lasting.includes(table)) database.exec(`INSERT OR IGNORE INTO main.${rows}`)
  // What the backup does not know of must be looked for in the leads that it brings.
  else if (table === 'erasures')
    database.exec(`UPDATE main.erasures SET applied = 0
        WHERE (mark, erased_at) NOT IN (SELECT mark, erased_at FROM backup.erasures);
      INSERT OR IGNORE INTO main.${rows}`)
  else database.exec(`DELETE FROM main.${table}; INSERT INTO main.${rows}`)
}

async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true })
}
