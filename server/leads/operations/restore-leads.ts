import { existsSync } from 'node:fs'
import { type KeyedHash, openSecretKey } from '../../secret-key.ts'
import { sqliteFile } from '../../storage/open.ts'
import { type Restored, restoreSqlite } from '../../storage/operations/sqlite-restore.ts'
import { openSqlite } from '../../storage/sqlite/sqlite.ts'
import { erasureFile } from '../erasure-file.ts'
import { openErasures } from '../erasures.ts'

/** Where the database is, and what keys its hashes (null: the key that it keeps). */
interface Place {
  dataDir: string
  secretKey: string | null
}

/**
 * Puts a backup in the place of the SQLite database of a data folder: see `restoreSqlite`. Who was erased since the
 * backup was made is erased from it before it is put in place.
 */
export async function restoreLeads(
  source: string,
  { dataDir, secretKey }: Place,
  now: Date,
  onPhase?: (phase: string) => void,
): Promise<Restored> {
  const file = sqliteFile(dataDir)
  const present = await hashOf(file, secretKey)

  async function eraseAgain(database: string): Promise<void> {
    const opened = await openSqlite(database)
    if (!opened.ok) throw new Error(opened.reason)
    const { storage } = opened
    try {
      const hash = present ?? (await openSecretKey(storage, secretKey))
      await openErasures(storage, hash, erasureFile(dataDir)).renew()
    } finally {
      await storage.close()
    }
  }

  const restored = await restoreSqlite(source, file, now, { onPhase, amend: eraseAgain })
  // For what was erased in between.
  if (restored.ok) await eraseAgain(file)
  return restored
}

/** The hash of the database that is in use, by whose key erasures were noted; null when there is none that can be read. */
async function hashOf(file: string, secretKey: string | null): Promise<KeyedHash | null> {
  if (!existsSync(file)) return null
  const opened = await openSqlite(file)
  if (!opened.ok) return null
  try {
    return await openSecretKey(opened.storage, secretKey)
  } finally {
    await opened.storage.close()
  }
}
