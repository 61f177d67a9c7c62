import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withDeadline } from '../batcher.ts'
import { OutcomeUnknown, type Storage, StorageUnavailable } from '../storage.ts'
import { addKey, keysOf } from '../testing/keys.ts'
import { type PostgresProxy, postgresProxy } from '../testing/postgres-proxy.ts'
import { temporaryPlace, temporaryStorage } from '../testing/temporary-storage.ts'
import { openPostgres } from './postgres.ts'

/** A storage behind a network that fails when it is told to, and another one on the same database. */
async function behindProxy(): Promise<{ proxy: PostgresProxy; storage: Storage; direct: Storage }> {
  const place = await temporaryPlace()
  const direct = await temporaryStorage(place)
  const proxy = await postgresProxy(place)
  onTestFinished(() => proxy.close())
  const opened = await openPostgres(proxy.url)
  if (!opened.ok) throw new Error(opened.reason)
  onTestFinished(() => opened.storage.close())
  return { proxy, storage: opened.storage, direct }
}

const settingOf = async (storage: Storage, name: string) =>
  (await storage.atomic([{ sql: `SELECT current_setting('${name}') AS value`, parameters: [] }]))[0]?.[0]?.value

test('commits wait for the disk, whatever the server, the database or the role say', async () => {
  // The tests' server runs without; nothing but the connection itself can have set it.
  expect(await settingOf(await temporaryStorage(), 'synchronous_commit')).toBe('on')
})

test('a stricter setting of the database is left alone', async () => {
  const place = await temporaryPlace()
  const before = await temporaryStorage(place)
  const name = new URL(place).pathname.slice(1)
  await before.atomic([{ sql: `ALTER DATABASE ${name} SET synchronous_commit = remote_apply`, parameters: [] }])
  expect(await settingOf(await temporaryStorage(place), 'synchronous_commit')).toBe('remote_apply')
})

test('what no connection can make up for is told when storage is opened', async () => {
  const opened = await openPostgres(await temporaryPlace())
  if (!opened.ok) throw new Error(opened.reason)
  onTestFinished(() => opened.storage.close())
  expect(opened.warnings).toEqual([
    expect.stringMatching(/^PostgreSQL runs with fsync = off: .*Set it to on\.$/),
    expect.stringMatching(/^PostgreSQL runs with full_page_writes = off: /),
  ])
})

test('a connection that breaks after COMMIT: the commit is found by its mark', async () => {
  const { proxy, storage } = await behindProxy()
  proxy.loseCommitOf('the-lost-one', 'cut')
  await storage.atomic([addKey('the-lost-one')])
  expect(await keysOf(storage)).toEqual(['the-lost-one'])
})

test('no answer to COMMIT within the deadline of the caller: the outcome is called unknown, and may be stored', async () => {
  const { proxy, storage, direct } = await behindProxy()
  proxy.loseCommitOf('the-lost-one', 'withhold')
  await expect(withDeadline(2000, () => storage.atomic([addKey('the-lost-one')]))).rejects.toThrow(OutcomeUnknown)
  expect(await keysOf(direct)).toEqual(['the-lost-one'])
  // The connection that fell silent is not waited for.
  await storage.atomic([addKey('b')])
  expect(await keysOf(direct)).toEqual(['b', 'the-lost-one'])
})

test('what came of calls that share a transaction is called unknown when only its mark tells that it was committed', async () => {
  const { proxy, storage, direct } = await behindProxy()
  proxy.loseCommitOf('the-lost-one', 'cut')
  const outcomes = await Promise.allSettled(['the-lost-one', 'b'].map((key) => storage.atomic([addKey(key)])))
  expect(outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: expect.any(OutcomeUnknown) }))
  expect(await keysOf(direct)).toEqual(['b', 'the-lost-one'])
  await storage.atomic([addKey('c')])
  expect(await keysOf(direct)).toEqual(['b', 'c', 'the-lost-one'])
})

test('a connection that breaks before such a transaction is committed: its mark tells that nothing was stored', async () => {
  const { storage, direct } = await behindProxy()
  const asleep = "SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'"
  const calls = [[addKey('a')], [{ sql: 'SELECT pg_sleep(60)', parameters: [] }]]
  const outcomes = Promise.allSettled(calls.map((call) => storage.atomic(call)))
  await vi.waitUntil(async () => (await direct.read([{ sql: asleep, parameters: [] }]))[0]?.length === 1, 60_000)
  await direct.atomic([{ sql: `SELECT pg_terminate_backend(pid) FROM (${asleep}) AS asleep`, parameters: [] }])
  const reasons = (await outcomes).map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null))
  for (const reason of reasons) {
    expect(reason).toBeInstanceOf(StorageUnavailable)
    expect(reason).not.toBeInstanceOf(OutcomeUnknown)
  }
  expect(await keysOf(direct)).toEqual([])
  await storage.atomic([addKey('b')])
  expect(await keysOf(direct)).toEqual(['b'])
})

test('no answer to a call alone before COMMIT: nothing was stored, nothing is later, and no connection stays behind', async () => {
  const { proxy, storage, direct } = await behindProxy()
  await storage.atomic([addKey('first')])
  proxy.isSilent = true
  for (const key of ['a', 'b', 'c']) {
    const error = await withDeadline(2000, () => storage.atomic([addKey(key)])).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StorageUnavailable)
    expect(error).not.toBeInstanceOf(OutcomeUnknown)
  }
  proxy.isSilent = false
  await storage.atomic([addKey('last')])
  expect(await keysOf(direct)).toEqual(['first', 'last'])
  const backends =
    "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'leadwright'"
  const [[row] = []] = await direct.atomic([{ sql: backends, parameters: [] }])
  // Two for each of both storages, at most.
  expect(row?.n).toBeLessThanOrEqual(4)
})

test('what waits behind a group that hangs is refused before its deadline ends', async () => {
  const { proxy, storage } = await behindProxy()
  proxy.isSilent = true
  const begun = performance.now()
  const calls = Array.from({ length: 4 }, async (_, n) => {
    // One a time: each of the first two is a group, which takes up both connections.
    await new Promise((resolve) => setTimeout(resolve, n * 50))
    return withDeadline(3000, () => storage.atomic([addKey(String(n))]))
  })
  const outcomes = await Promise.allSettled(calls)
  expect(performance.now() - begun).toBeLessThan(4500)
  expect(outcomes).toEqual(Array(4).fill({ status: 'rejected', reason: expect.any(StorageUnavailable) }))
  proxy.isSilent = false
})

test('a process that opens storage, works and closes it ends at once', async () => {
  const place = await temporaryPlace()
  const script = `
    const { openPostgres } = await import(${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)})
    const { storage } = await openPostgres(process.argv[1])
    await storage.close()`
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, place], { timeout: 20_000 })
  for (let round = 0; round < 4; round++) await Promise.all([run(), run()])
})

test('a reading connection that was lost is made anew', async () => {
  const storage = await temporaryStorage()
  await storage.atomic([addKey('a')])
  const lose = `SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'leadwright reading'`
  for (let round = 0; round < 3; round++) {
    expect(await keysOf(storage)).toEqual(['a'])
    expect(await storage.atomic([{ sql: lose, parameters: [] }])).not.toEqual([[{ n: 0 }]])
    const underWay = storage.read([{ sql: 'SELECT 1', parameters: [] }]).catch((thrown) => thrown)
    // It may have been asked before it was known that it is lost.
    const outcome = await underWay
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(StorageUnavailable)
  }
  expect(await keysOf(storage)).toEqual(['a'])
})
