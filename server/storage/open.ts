import { join } from 'node:path'
import { openPostgres } from './postgres/postgres.ts'
import { openSqlite } from './sqlite/sqlite.ts'
import type { StorageOpened } from './storage.ts'

/** Opens the storage that the configuration names: PostgreSQL, or else an SQLite file in the data folder. */
export function openStorage({
  dataDir,
  databaseUrl,
}: {
  dataDir: string
  databaseUrl: string | null
}): Promise<StorageOpened> {
  return databaseUrl === null ? openSqlite(sqliteFile(dataDir)) : openPostgres(databaseUrl)
}

/** The SQLite database of a data folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'leadwright.db')
}
