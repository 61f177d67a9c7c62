import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

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
