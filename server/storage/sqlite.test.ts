import { execFile } from 'node:child_process'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openSqlite } from './sqlite.ts'
import { StatementFailed, type Storage, StorageUnavailable } from './storage.ts'
import { temporaryFile, temporaryStorage } from './testing/temporary-storage.ts'

const insert = "INSERT INTO partner_keys (id, partner, hash, created_at) VALUES (?, 'acme', ?, 'now')"

function addKey(id: string, hash = id) {
  return { sql: insert, parameters: [id, hash] }
}

async function keysOf(storage: Storage): Promise<unknown[]> {
  const [rows = []] = await storage.atomic([{ sql: 'SELECT id FROM partner_keys ORDER BY id', parameters: [] }])
  return rows.map((row) => row.id)
}

test('a call gives the rows of each of its statements', async () => {
  const storage = await temporaryStorage()
  const returning = { sql: `${insert} RETURNING id, revoked_at`, parameters: ['a', 'h'] }
  expect(await storage.atomic([returning, addKey('b')])).toEqual([[{ id: 'a', revoked_at: null }], []])
})

test('a call happens whole or not at all', async () => {
  const storage = await temporaryStorage()
  await expect(storage.atomic([addKey('a'), addKey('a')])).rejects.toThrow(StatementFailed)
  expect(await keysOf(storage)).toEqual([])
})

test('of the calls that share a commit, a wrong one fails alone', async () => {
  const storage = await temporaryStorage()
  const outcomes = await Promise.allSettled([
    storage.atomic([addKey('a')]),
    storage.atomic([addKey('b'), addKey('a')]),
    storage.atomic([{ sql: 'SELECT nonsense', parameters: [] }]),
    storage.atomic([{ sql: insert, parameters: [{ not: 'bindable' }, 'x'] }]),
    storage.atomic([addKey('c')]),
  ])
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(await keysOf(storage)).toEqual(['a', 'c'])
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
    sql: "INSERT INTO deliveries (id, lead_id, partner, delivery, kind, payload, due_at) VALUES ('d', '-', '', '', '', '', 0)",
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
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  await expect(storage.atomic([addKey('a')])).rejects.toThrow(StorageUnavailable)
  other.exec('ROLLBACK')
  other.close()
  await storage.atomic([addKey('a')])
})

test('several processes write to one file', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const writer = `
    const { openSqlite } = await import(${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)})
    const { storage } = await openSqlite(process.argv[1])
    for (let n = 0; n < 50; n++) await storage.atomic([{ sql: ${JSON.stringify(insert)}, parameters: ['theirs-' + n, 'theirs-' + n] }])
    await storage.close()`
  const theirs = promisify(execFile)(process.execPath, ['--input-type=module', '-e', writer, file])
  for (let n = 0; n < 50; n++) await storage.atomic([addKey(`ours-${n}`)])
  await theirs
  expect(await keysOf(storage)).toHaveLength(100)
})

test('close finishes what was called before, and refuses what comes after', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const calls = Array.from({ length: 20 }, (_, index) => storage.atomic([addKey(`key-${index}`)]))
  await storage.close()
  await Promise.all(calls)
  await expect(storage.atomic([addKey('late')])).rejects.toThrow(StorageUnavailable)
  expect(await keysOf(await temporaryStorage(file))).toHaveLength(20)
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
