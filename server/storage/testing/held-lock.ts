import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { onTestFinished } from 'vitest'

/** Keeps everybody from writing to what is at a place, until it is called back or the test ends. */
export async function holdWriteLock(place: string): Promise<() => Promise<void>> {
  const release = place.startsWith('postgres:') ? await lockTables(place) : lockFile(place)
  let isHeld = true
  const once = async () => {
    if (isHeld) await release()
    isHeld = false
  }
  onTestFinished(once)
  return once
}

function lockFile(file: string): () => Promise<void> {
  const database = new DatabaseSync(file, { timeout: 30_000 })
  database.exec('BEGIN IMMEDIATE')
  return async () => database.close()
}

async function lockTables(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
  await client.query('BEGIN')
  await client.query(`LOCK TABLE ${rows.map(({ tablename }) => tablename).join(', ')} IN EXCLUSIVE MODE`)
  return () => client.end()
}
