import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Refusal } from './sqlite-backup.ts'

/** How long to wait for who writes or reads just now, in ms. */
const patience = 30_000

/**
 * Writes the database anew, in its place, without a byte that no row holds any more: where SQLite moves rows between
 * pages, what stood there before is left in the gaps. Servers may run; they store nothing until it is done.
 */
export function compactSqlite(file: string): Refusal {
  if (!existsSync(file)) return `There is no database ${file}: check DATA_DIR.`
  const database = new DatabaseSync(file, { timeout: patience })
  try {
    database.exec('VACUUM')
    if (database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0) return null
    return `${file} is written anew, but somebody reads its log still. Run this again when that is over, such as a backup.`
  } catch (error) {
    return `${file} cannot be written anew (${error instanceof Error ? error.message : String(error)}). It is as it was.`
  } finally {
    database.close()
  }
}
