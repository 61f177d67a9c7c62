import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { StatementFailed, StorageUnavailable } from '../storage.ts'
import { addKey, insert, keysOf } from '../testing/keys.ts'
import { temporaryFile, temporaryStorage } from '../testing/temporary-storage.ts'
import { openSqlite } from './sqlite.ts'

test('what cannot be bound fails alone', async () => {
  const storage = await temporaryStorage()
  const wrong = storage.atomic([{ sql: insert, parameters: [{ not: 'bindable' }, 'x'] }])
  const right = storage.atomic([addKey('a')])
  await expect(wrong).rejects.toThrow(StatementFailed)
  await right
})

test('calls that wait share a commit', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const mark = (await stat(`${file}-wal`)).size
  await Promise.all(Array.from({ length: 200 }, (_, index) => storage.atomic([addKey(`key-${index}`)])))
  // A commit of its own writes three pages or more to the log for each call: table and both its indexes.
  const pages = ((await stat(`${file}-wal`)).size - mark) / 4120
  expect(pages).toBeLessThan(200)
  expect(await keysOf(storage)).toHaveLength(200)
})

test('storage that cannot commit says so, and works again when it can', async () => {
  const storage = await temporaryStorage()
  const setting = (pages: number) => ({ sql: `PRAGMA max_page_count = ${pages}`, parameters: [] })
  await storage.atomic([setting(1)]) // The engine's own "disk full": no page more than there are now.
  const full = storage.atomic([addKey('a', 'x'.repeat(100_000))])
  await expect(full).rejects.toThrow(StorageUnavailable)
  await expect(full).rejects.toThrow('full')
  await storage.atomic([setting(1_000_000)])
  await storage.atomic([addKey('a', 'x'.repeat(100_000))])
  expect(await keysOf(storage)).toEqual(['a'])
})

test('when the commit fails, every call of the group fails, and the next group works', async () => {
  const storage = await temporaryStorage()
  const orphan = {
    sql: "INSERT INTO consents VALUES ('-', 'c', '', '', '', 0, '', NULL, '', '', NULL, NULL)",
    parameters: [],
  }
  // Deferred foreign keys are checked at COMMIT, so this one fails there.
  const outcomes = await Promise.allSettled([
    storage.atomic([{ sql: 'PRAGMA defer_foreign_keys = ON', parameters: [] }, orphan, addKey('a')]),
  ])
  expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: expect.any(StorageUnavailable) })
  await storage.atomic([addKey('b')])
  expect(await keysOf(storage)).toEqual(['b'])
})

test('a lock that is held too long makes storage unavailable for as long as it is held', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  await storage.atomic([{ sql: 'PRAGMA busy_timeout = 20', parameters: [] }])
  const other = new DatabaseSync(file, { timeout: 30_000 })
  other.exec('BEGIN IMMEDIATE')
  await expect(storage.atomic([addKey('a')])).rejects.toThrow(StorageUnavailable)
  other.exec('ROLLBACK')
  other.close()
  await storage.atomic([addKey('a')])
})

test('a missing folder is made, for its owner alone', async () => {
  const file = join(dirname(await temporaryFile()), 'deep', 'data', 'leadwright.db')
  await temporaryStorage(file)
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700)
})

test('a file that cannot be opened gives a sentence', async () => {
  const file = await temporaryFile()
  await mkdir(file)
  expect(await openSqlite(file)).toEqual({ ok: false, reason: expect.stringContaining(`${file} cannot be opened`) })
  const text = join(file, 'text.db')
  await writeFile(text, 'This is no database.'.repeat(100))
  expect(await openSqlite(text)).toEqual({ ok: false, reason: expect.stringContaining('not a database') })
})
