import { existsSync } from 'node:fs'
import { allSuppressions, reapplySuppressions, type SuppressionRow } from '#server/leads'
import { type KeyedHash, openSecretKey, openSqlite, type Restored, restoreSqlite, sqliteFile } from '#server/storage'
import { erasureFile, openErasures } from './erasures.ts'

/** Where the database is, and what keys its hashes (null: the key that it keeps). */
interface Place {
  dataDir: string
  secretKey: string | null
}

/**
 * Puts a backup in the place of the SQLite database of a data folder: see `restoreSqlite`. Who was erased since the
 * backup was made is erased from it before it is put in place, and who has unsubscribed stays so.
 */
export async function restoreLeads(
  source: string,
  { dataDir, secretKey }: Place,
  now: Date,
  onPhase?: (phase: string) => void,
): Promise<Restored> {
  const file = sqliteFile(dataDir)
  const present = await presentIn(file, secretKey)
  const suppressions = present?.suppressions ?? []

  async function eraseAgain(database: string): Promise<void> {
    const opened = await openSqlite(database)
    if (!opened.ok) throw new Error(opened.reason)
    const { storage } = opened
    try {
      const hash = present?.hash ?? (await openSecretKey(storage, secretKey))
      await openErasures(storage, hash, erasureFile(dataDir)).renew()
      await reapplySuppressions(storage, suppressions)
    } finally {
      await storage.close()
    }
  }

  const restored = await restoreSqlite(source, file, now, { onPhase, amend: eraseAgain })
  // For what was erased in between.
  if (restored.ok) await eraseAgain(file)
  return restored
}

/** What the database in use notes erasures by, and who has unsubscribed; null when there is none that can be read. */
async function presentIn(
  file: string,
  secretKey: string | null,
): Promise<{ hash: KeyedHash; suppressions: SuppressionRow[] } | null> {
  if (!existsSync(file)) return null
  const opened = await openSqlite(file)
  if (!opened.ok) return null
  const { storage } = opened
  try {
    return { hash: await openSecretKey(storage, secretKey), suppressions: await allSuppressions(storage) }
  } finally {
    await storage.close()
  }
}
