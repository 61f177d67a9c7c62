import { DatabaseSync } from 'node:sqlite'
import { type DatabaseOpened, openDatabase } from '../sqlite/sqlite-database.ts'

/** How long to wait for a command that is about to end, in ms. */
const patience = 1000

/**
 * Opens a database that no other process has open, and keeps every other out until it is closed; refuses otherwise.
 * Brings its tables up to date first.
 */
export function openAlone(file: string): DatabaseOpened {
  const opened = openDatabase(file)
  if (!opened.ok) return opened
  opened.database.close()
  const database = new DatabaseSync(file, { timeout: patience })
  try {
    // Whoever has the database open holds a lock on it, were it only for reading.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { ok: true, database }
  } catch (error) {
    database.close()
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, reason: `${file} is in use (${why}): stop the server, and run this again.` }
  }
}
