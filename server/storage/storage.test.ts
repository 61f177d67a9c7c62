import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { StatementFailed, StorageUnavailable } from './storage.ts'
import { addKey, insert, keysOf } from './testing/keys.ts'
import { temporaryPlace, temporaryStorage } from './testing/temporary-storage.ts'

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
    storage.atomic([addKey('c')]),
  ])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(await keysOf(storage)).toEqual(['a', 'c'])
})

test('several processes write to one file', async () => {
  const place = await temporaryPlace()
  const storage = await temporaryStorage(place)
  const writer = `
    import { dirname } from 'node:path'
    const { openStorage } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)})
    const place = process.argv[1]
    const databaseUrl = place.startsWith('postgres:') ? place : null
    const { storage } = await openStorage({ dataDir: dirname(place), databaseUrl })
    for (let n = 0; n < 50; n++) await storage.atomic([{ sql: ${JSON.stringify(insert)}, parameters: ['theirs-' + n, 'theirs-' + n] }])
    await storage.close()`
  const theirs = promisify(execFile)(process.execPath, ['--input-type=module', '-e', writer, place])
  for (let n = 0; n < 50; n++) await storage.atomic([addKey(`ours-${n}`)])
  await theirs
  expect(await keysOf(storage)).toHaveLength(100)
})

test('close finishes what was called before, and refuses what comes after', async () => {
  const place = await temporaryPlace()
  const storage = await temporaryStorage(place)
  const calls = Array.from({ length: 20 }, (_, index) => storage.atomic([addKey(`key-${index}`)]))
  await storage.close()
  await Promise.all(calls)
  await expect(storage.atomic([addKey('late')])).rejects.toThrow(StorageUnavailable)
  expect(await keysOf(await temporaryStorage(place))).toHaveLength(20)
})
