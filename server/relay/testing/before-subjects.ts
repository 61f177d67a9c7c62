import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Storage } from '../../storage/storage.ts'
import { query } from '../../storage/testing/postgres-server.ts'

/**
 * Fills an empty place with a database that the version before messages had subjects wrote: 15 leads whose messages wait,
 * were tried, are held, have arrived, were given up, were erased, or stand in a feed that was half read.
 */
export async function writeBeforeSubjects(place: string): Promise<void> {
  const engine: Storage['engine'] = place.startsWith('postgres:') ? 'postgres' : 'sqlite'
  const dump = readFileSync(join(import.meta.dirname, `fixtures/before-subjects.${engine}.sql`), 'utf8')
  if (engine === 'postgres') return query(place, dump)
  const database = new DatabaseSync(place, { timeout: 30_000 })
  database.exec(dump)
  database.close()
}
