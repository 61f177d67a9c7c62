import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openPostgres } from '../postgres/postgres.ts'
import { openSqlite } from '../sqlite/sqlite.ts'
import type { Storage, StorageOpened } from '../storage.ts'
import { query, template } from './postgres-server.ts'

/** The database server of the tests on PostgreSQL; those on SQLite have none. Both run the same files. */
const server = inject('postgres')

/** A path for a database in a new folder that goes away with the test. */
export async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'leadwright.db')
}

/** An empty place for a storage of the engine under test: a file, or a database's address. */
export async function temporaryPlace(): Promise<string> {
  return server ? newDatabase('template1') : temporaryFile()
}

async function newDatabase(copyOf: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query(`${server}postgres`, `CREATE DATABASE ${name} TEMPLATE ${copyOf}`)
  return server + name
}

/** Opens what is at a place. */
export function openPlace(place: string): Promise<StorageOpened> {
  return place.startsWith('postgres:') ? openPostgres(place) : openSqlite(place)
}

/** Real storage, closed and removed with the test. */
export async function temporaryStorage(place?: string): Promise<Storage> {
  const opened = await openPlace(place ?? (await (server ? newDatabase(template) : temporaryFile())))
  if (!opened.ok) throw new Error(opened.reason)
  onTestFinished(() => opened.storage.close())
  return opened.storage
}
