import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSqlite } from '../sqlite.ts'
import type { Storage } from '../storage.ts'

/** A path for a database in a new folder that goes away with the test. */
export async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'leadwright.db')
}

/** Real storage in a file, closed and removed with the test. */
export async function temporaryStorage(file?: string): Promise<Storage> {
  const opened = await openSqlite(file ?? (await temporaryFile()))
  if (!opened.ok) throw new Error(opened.reason)
  onTestFinished(() => opened.storage.close())
  return opened.storage
}
