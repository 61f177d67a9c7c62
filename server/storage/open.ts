import { join } from 'node:path'
import { openSqlite } from './sqlite/sqlite.ts'
import type { StorageOpened } from './storage.ts'

/** Opens the storage that the configuration names: PostgreSQL, or else an SQLite file in the data folder. */
export async function openStorage({
  dataDir,
  databaseUrl,
}: {
  dataDir: string
  databaseUrl: string | null
}): Promise<StorageOpened> {
  if (databaseUrl === null) return openSqlite(sqliteFile(dataDir))
  // A server with SQLite loads none of it.
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres(databaseUrl)
}

/** The SQLite database of a data folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'leadwright.db')
}
