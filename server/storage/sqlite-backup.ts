import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { planMigrations } from './migrations.ts'

/** null, or a sentence that says why it was not done and what to do. */
export type Refusal = string | null

/** Copies a database as it is at one moment, while others read and write it. */
export async function backupSqlite(file: string, target: string): Promise<Refusal> {
  if (!existsSync(file)) return `There is no database ${file}: check DATA_DIR.`
  if (existsSync(target)) return `${target} is there already: name a new file, so that no backup is lost.`
  await copyPages(file, target)
  return null
}

/**
 * Puts a backup in the place of a database, which a running server goes on with. What the database held is kept beside
 * it first, because leads that came since the backup are in it.
 * @returns where that is
 */
export async function restoreSqlite(
  source: string,
  file: string,
  now: Date,
): Promise<{ ok: true; kept: string | null } | { ok: false; reason: string }> {
  const refusal = refuseBackup(source)
  if (refusal !== null) return { ok: false, reason: refusal }
  const kept = existsSync(file) ? `${file}.${now.toISOString().replaceAll(/[:.]/g, '-')}.before-restore` : null
  if (kept !== null) await copyPages(file, kept)
  await copyPages(source, file)
  return { ok: true, kept }
}

async function copyPages(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { timeout: 5000 })
  try {
    await backup(database, to, { rate: 1000 })
    // Leads are personal data.
    await chmod(to, 0o600)
  } finally {
    database.close()
  }
}

function refuseBackup(file: string): Refusal {
  if (!existsSync(file)) return `There is no file ${file}.`
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const [row] = database.prepare('PRAGMA integrity_check').all()
      if (row?.integrity_check !== 'ok') return `${file} is damaged: ${row?.integrity_check}. Use another backup.`
      const last = database.prepare('SELECT max(number) AS number FROM migrations').get()
      const plan = planMigrations(Number(last?.number ?? 0))
      return plan.ok ? null : plan.reason
    } finally {
      database.close()
    }
  } catch (error) {
    return `${file} is no backup of Leadwright (${error instanceof Error ? error.message : String(error)}).`
  }
}
