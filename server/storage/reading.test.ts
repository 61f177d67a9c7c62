import { expect, test } from 'vitest'
import { inTime, withDeadline } from './batcher.ts'
import { StatementFailed, StorageUnavailable } from './storage.ts'
import { holdWriteLock } from './testing/held-lock.ts'
import { addKey, keysOf } from './testing/keys.ts'
import { temporaryPlace, temporaryStorage } from './testing/temporary-storage.ts'

const count = { sql: 'SELECT count(*) AS n FROM partner_keys', parameters: [] }

/** Some seconds' work, or waiting for as long. */
const longRead = {
  sqlite: 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000000) SELECT count(*) FROM n',
  postgres: 'SELECT 1 FROM pg_sleep(5)',
}

test('a read sees what was committed before it, whoever did it', async () => {
  const place = await temporaryPlace()
  const [ours, theirs] = [await temporaryStorage(place), await temporaryStorage(place)]
  for (let n = 1; n <= 50; n++) {
    await ours.atomic([addKey(`key-${n}`)])
    expect(await Promise.all([ours.read([count]), theirs.read([count])])).toEqual([[[{ n }]], [[{ n }]]])
  }
})

test('the statements of a read see one state, while leads are stored', async () => {
  const storage = await temporaryStorage()
  let isOver = false
  const writing = (async () => {
    for (let n = 0; !isOver; n++) await storage.atomic([addKey(`key-${n}`)])
  })()
  for (let round = 0; round < 100; round++) {
    const [first, ...others] = await storage.read(Array(20).fill(count))
    for (const other of others) expect(other).toEqual(first)
  }
  isOver = true
  await writing
})

test('a read answers while somebody holds the write lock, and so does opening the storage for it', async () => {
  const place = await temporaryPlace()
  const storage = await temporaryStorage(place)
  await storage.atomic([addKey('a')])
  const release = await holdWriteLock(place)
  expect(await inTime(30_000, storage.read([count]))).toEqual([[{ n: 1 }]])
  if (storage.engine === 'sqlite') expect(await inTime(30_000, temporaryStorage(place).then(keysOf))).toEqual(['a'])
  await release()
  await storage.atomic([addKey('b')])
  expect(await storage.read([count])).toEqual([[{ n: 2 }]])
})

test('commits go on during a long read', async () => {
  const storage = await temporaryStorage()
  let isReading = true
  const read = storage.read([{ sql: longRead[storage.engine], parameters: [] }]).finally(() => {
    isReading = false
  })
  let commits = 0
  while (isReading) {
    await storage.atomic([addKey(`key-${commits}`)])
    if (isReading) commits += 1
  }
  await read
  expect(commits).toBeGreaterThan(10)
})

test('who has no more deadline is answered in time, and the next read is', async () => {
  const storage = await temporaryStorage()
  const begun = performance.now()
  const long = { sql: longRead[storage.engine], parameters: [] }
  const reads = [1, 2, 3].map(() => withDeadline(1600, () => storage.read([long])))
  expect(await Promise.allSettled(reads)).toEqual(
    Array(3).fill({ status: 'rejected', reason: expect.any(StorageUnavailable) }),
  )
  expect(performance.now() - begun).toBeLessThan(4000)
  expect(await storage.read([count])).toEqual([[{ n: 0 }]])
})

test('a read that would change something fails, and changes nothing', async () => {
  const storage = await temporaryStorage()
  await expect(storage.read([addKey('a')])).rejects.toThrow(StatementFailed)
  await expect(storage.read([count, addKey('a')])).rejects.toThrow(StatementFailed)
  await expect(storage.read([{ sql: 'SELECT nonsense', parameters: [] }])).rejects.toThrow(StatementFailed)
  expect(await storage.read([count])).toEqual([[{ n: 0 }]])
})

test('close finishes the reads called before, and refuses those after', async () => {
  const storage = await temporaryStorage()
  const reads = Array.from({ length: 20 }, () => storage.read([count]))
  await storage.close()
  expect(await Promise.all(reads)).toEqual(Array(20).fill([[{ n: 0 }]]))
  await expect(storage.read([count])).rejects.toThrow(StorageUnavailable)
})
