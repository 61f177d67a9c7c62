import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { withDeadline } from '../batcher.ts'
import { OutcomeUnknown, StorageUnavailable } from '../storage.ts'
import { addKey, keysOf } from '../testing/keys.ts'
import { temporaryFile, temporaryStorage } from '../testing/temporary-storage.ts'

test('a lock that is held longer than the caller waits: refused in time, and never stored later', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const other = new DatabaseSync(file, { timeout: 30_000 })
  other.exec('BEGIN IMMEDIATE')
  const begun = performance.now()
  const error = await withDeadline(2000, () => storage.atomic([addKey('a')])).catch((thrown) => thrown)
  expect(performance.now() - begun).toBeLessThan(4500)
  expect(error).toBeInstanceOf(StorageUnavailable)
  expect(error).not.toBeInstanceOf(OutcomeUnknown)
  // The thread still waits for the lock: it must not commit what nobody waits for any more.
  other.exec('ROLLBACK')
  other.close()
  await storage.atomic([addKey('b')])
  expect(await keysOf(storage)).toEqual(['b'])
})

test('a storage thread that dies is replaced: what was under way is refused, what comes later is stored', async () => {
  const thread = new Promise<Worker>((resolve) => process.once('worker', resolve))
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  await storage.atomic([addKey('a')])
  const other = new DatabaseSync(file, { timeout: 30_000 })
  other.exec('BEGIN IMMEDIATE')
  const underWay = storage.atomic([addKey('b')]).catch((thrown) => thrown)
  await sleep(50)
  const ended = (await thread).terminate()
  other.exec('ROLLBACK')
  other.close()
  const outcome = await underWay
  await ended
  // It may have got through its commit before it died; then it was acknowledged, or nobody could say so.
  const isStored = !(outcome instanceof Error)
  if (!isStored) expect(outcome).toBeInstanceOf(StorageUnavailable)
  for (let stored = false; !stored; await sleep(20)) stored = await attempt(storage.atomic([addKey('c')]))
  const keys = await keysOf(storage)
  expect(keys).toContain('c')
  if (isStored) expect(keys).toContain('b')
  else if (!(outcome instanceof OutcomeUnknown)) expect(keys).not.toContain('b')
})

test('a reading thread that dies is replaced by the next read', async () => {
  const storage = await temporaryStorage(await temporaryFile())
  await storage.atomic([addKey('a')])
  for (let round = 0; round < 3; round++) {
    const thread = new Promise<Worker>((resolve) => process.once('worker', resolve))
    expect(await keysOf(storage)).toEqual(['a'])
    await (await thread).terminate()
  }
  await storage.atomic([addKey('b')])
  expect(await keysOf(storage)).toEqual(['a', 'b'])
})

async function attempt(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(StorageUnavailable)
    return false
  }
}
