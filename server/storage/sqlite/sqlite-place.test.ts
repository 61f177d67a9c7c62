import { rmSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StorageUnavailable } from '../storage.ts'
import { addKey, keysOf } from '../testing/keys.ts'
import { temporaryFile, temporaryStorage } from '../testing/temporary-storage.ts'

/** The keys that a server would find which is started after this one was killed now. */
async function afterKill(file: string): Promise<unknown[]> {
  const copy = await temporaryFile()
  await cp(dirname(file), dirname(copy), { recursive: true })
  return keysOf(await temporaryStorage(copy))
}

test.each([[['-wal']], [['-shm']], [['-wal', '-shm']]])(
  'with %s removed under a running server nothing acknowledged is lost, and all goes on',
  async (removed) => {
    const file = await temporaryFile()
    const storage = await temporaryStorage(file)
    await storage.atomic([addKey('before')])
    for (const suffix of removed) await rm(file + suffix)
    await storage.atomic([addKey('after')])
    expect(await afterKill(file)).toEqual(['after', 'before'])
    await storage.atomic([addKey('later')])
    expect(await afterKill(file)).toEqual(['after', 'before', 'later'])
  },
)

test.each(['commit', 'read'])(
  'with the log removed while somebody reads, the next %s mends it, and reads go on',
  async (next) => {
    const file = await temporaryFile()
    const storage = await temporaryStorage(file)
    const expected: string[] = []
    for (const suffixes of [['-wal'], ['-shm'], ['-wal', '-shm']]) {
      await storage.atomic([addKey(`before ${suffixes}`)])
      // It leaves the reading connection open for a moment.
      expected.push(`before ${suffixes}`)
      expect(await keysOf(storage)).toEqual(expected.toSorted())
      for (const suffix of suffixes) await rm(file + suffix)
      if (next === 'commit') await storage.atomic([addKey(`after ${suffixes}`)])
      if (next === 'commit') expected.push(`after ${suffixes}`)
      expect(await keysOf(storage)).toEqual(expected.toSorted())
      expect(await afterKill(file)).toEqual(expected.toSorted())
    }
  },
)

test('with the database removed nothing is acknowledged, and what there was is saved beside', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  await storage.atomic([addKey('a')])
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix)
  const refused = storage.atomic([addKey('b')])
  await expect(refused).rejects.toThrow(StorageUnavailable)
  await expect(refused).rejects.toThrow('was removed')
  const [saved = ''] = (await readdir(dirname(file))).filter((name) => name.includes('.rescued-'))
  expect((await stat(join(dirname(file), saved))).mode & 0o777).toBe(0o600)
  await expect(storage.atomic([addKey('c')])).rejects.toThrow(saved)
  await expect(keysOf(storage)).rejects.toThrow(saved)
  expect(await keysOf(await temporaryStorage(join(dirname(file), saved)))).toEqual(['a'])
  expect((await readdir(dirname(file))).filter((name) => name === 'leadwright.db')).toEqual([])
})

test('with the database removed while its log is being mended, what was acknowledged is saved', async () => {
  for (const delay of [0, 1, 2, 4, 8, 16, 32]) {
    const file = await temporaryFile()
    const storage = await temporaryStorage(file)
    await storage.atomic([addKey('a')])
    // It leaves the reading connection open for a moment, for which the mending waits.
    expect(await keysOf(storage)).toEqual(['a'])
    rmSync(`${file}-wal`)
    const acknowledged = storage.atomic([addKey('b')]).then(
      () => ['a', 'b'],
      () => ['a'],
    )
    await sleep(delay)
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    const expected = await acknowledged
    await expect(storage.atomic([addKey('c')])).rejects.toThrow('was removed')
    const names = await readdir(dirname(file))
    expect(names).toEqual([expect.stringContaining('.rescued-')])
    expect(await keysOf(await temporaryStorage(join(dirname(file), String(names[0]))))).toEqual(
      expect.arrayContaining(expected),
    )
  }
})

test('with another database in its place nothing is acknowledged or read, and that one is left alone', async () => {
  const file = await temporaryFile()
  const other = await temporaryFile()
  await (await temporaryStorage(other)).close()
  const storage = await temporaryStorage(file)
  await storage.atomic([addKey('a')])
  const bytes = await readFile(other)
  await rename(other, file)
  await expect(keysOf(storage)).rejects.toThrow('replaced')
  await expect(storage.atomic([addKey('b')])).rejects.toThrow('replaced')
  await storage.close()
  expect((await readFile(file)).equals(bytes)).toBe(true)
})

test('with the folder removed, or another in its place, nothing is acknowledged', async () => {
  const file = await temporaryFile()
  const folder = join(dirname(file), 'data')
  const storage = await temporaryStorage(join(folder, 'leadwright.db'))
  await storage.atomic([addKey('a')])
  await rm(folder, { recursive: true })
  await expect(storage.atomic([addKey('b')])).rejects.toThrow(StorageUnavailable)
  await mkdir(folder)
  await expect(storage.atomic([addKey('c')])).rejects.toThrow(StorageUnavailable)
})

test('the database, its log and its index are for their owner alone, also in a folder that everybody may read', async () => {
  const file = await temporaryFile()
  const folder = join(dirname(file), 'data')
  await mkdir(folder, { mode: 0o755 })
  const before = process.umask(0o022)
  try {
    const storage = await temporaryStorage(join(folder, 'leadwright.db'))
    await storage.atomic([addKey('a')])
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)
  } finally {
    process.umask(before)
  }
})

test('a database that everybody may read is closed to others when it is opened', async () => {
  const file = await temporaryFile()
  const before = process.umask(0o022)
  const plain = new DatabaseSync(file, { timeout: 30_000 })
  plain.exec('PRAGMA user_version = 0; CREATE TABLE one (a)')
  plain.close()
  process.umask(before)
  expect((await stat(file)).mode & 0o777).toBe(0o644)
  await temporaryStorage(file)
  for (const suffix of ['', '-wal', '-shm']) expect((await stat(file + suffix)).mode & 0o777).toBe(0o600)
})
