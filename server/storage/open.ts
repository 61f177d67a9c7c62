import { join } from 'node:path'
import { openSqlite, type StorageOpened } from './sqlite.ts'

/** Opens the storage that the configuration names: an SQLite file in the data folder. */
export function openStorage({ dataDir }: { dataDir: string }): Promise<StorageOpened> {
  return openSqlite(join(dataDir, 'leadwright.db'))
}
