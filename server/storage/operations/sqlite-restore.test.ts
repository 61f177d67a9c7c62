import { existsSync } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { choicesOf, recordChoice } from '../../cookie-consents/routes.ts'
import { createKey, revokeKey, verifyKey } from '../../partner-api/keys.ts'
import { writeBeforeSubjects } from '../../relay/testing/before-subjects.ts'
import { addKey, keysOf } from '../testing/keys.ts'
import { steadyLeads } from '../testing/steady-leads.ts'
import { temporaryFile, temporaryStorage } from '../testing/temporary-storage.ts'
import { backupSqlite } from './sqlite-backup.ts'
import { restoreSqlite } from './sqlite-restore.ts'

function idsIn(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const ids = database
    .prepare('SELECT id FROM leads')
    .all()
    .map(({ id }) => id)
  database.close()
  return ids
}

/** Restores, and returns where the former state is kept. */
async function restored(source: string, file: string): Promise<string> {
  const outcome = await restoreSqlite(source, file, new Date())
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.kept ?? ''
}

test('a restore under load loses nothing that was acknowledged: it is in use, or in the file that is kept', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const leads = steadyLeads(storage)
  await leads.more(40)
  expect(await backupSqlite(file, `${file}.backup`)).toBeNull()
  const backedUp = idsIn(`${file}.backup`)
  for (let round = 0; round < 3; round++) {
    await leads.more(40)
    const before = leads.acknowledged.length
    const kept = await restored(`${file}.backup`, file)
    await leads.more(40)
    const [held, inUse] = [new Set(idsIn(kept)), new Set(idsIn(file))]
    // Those of earlier rounds are in the files kept then.
    const since = leads.acknowledged.slice(before)
    expect(leads.acknowledged.slice(before - 40).filter((id) => !held.has(id) && !inUse.has(id))).toEqual([])
    expect(since.filter((id) => held.has(id) && inUse.has(id))).toEqual([])
    expect(backedUp.filter((id) => !inUse.has(id))).toEqual([])
    expect((await stat(kept)).mode & 0o777).toBe(0o600)
  }
  await leads.end()
  expect((await readdir(dirname(file))).filter((name) => name.includes('.restoring'))).toEqual([])
})

test('a key that was revoked since the backup stays revoked, and one that was made since stays good', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const [old, lasting] = [await createKey(storage, 'acme', Date.now), await createKey(storage, 'acme', Date.now)]
  await backupSqlite(file, `${file}.backup`)
  await revokeKey(storage, old.id, Date.now)
  const fresh = await createKey(storage, 'acme', Date.now)
  await restored(`${file}.backup`, file)
  const partners = await Promise.all([old, lasting, fresh].map(({ key }) => verifyKey(storage, key)))
  expect(partners).toEqual([null, 'acme', 'acme'])
})

test('who unsubscribed since the backup stays unsubscribed, and who signed up again stays signed up', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const run = async (sql: string) => (await storage.atomic([{ sql, parameters: [] }]))[0]
  await run("INSERT INTO suppressions VALUES ('ada', 'main', '2026-11-01', NULL), ('old', 'main', '2026-11-01', NULL)")
  await backupSqlite(file, `${file}.backup`)
  await run("UPDATE suppressions SET lifted_at = '2026-11-03' WHERE address = 'ada'")
  await run("INSERT INTO suppressions VALUES ('grace', 'main', '2026-11-02', NULL)")
  await restored(`${file}.backup`, file)
  expect(await run('SELECT address, lifted_at FROM suppressions ORDER BY address')).toEqual([
    { address: 'ada', lifted_at: '2026-11-03' },
    { address: 'grace', lifted_at: null },
    { address: 'old', lifted_at: null },
  ])
})

test('what was chosen in the cookie settings since the backup stays recorded, with its text', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  const id = '3f2b8c1e-5a4d-4c6f-9e7a-1b2c3d4e5f60'
  const choose = (number: number, categories: string, hash: string, text: string) => {
    const row = { id, number, action: 'choose', categories, brand: 'default', locale: 'en', text_hash: hash } as const
    return recordChoice(storage, { ...row, given_at: '2026-11-20T10:00:00.000Z' }, text)
  }
  await choose(1, '["analytics"]', 'a', 'May we count?')
  await backupSqlite(file, `${file}.backup`)
  await choose(2, '[]', 'b', 'May we still count?')
  await restored(`${file}.backup`, file)
  const choices = await choicesOf(storage, id)
  expect(choices.map(({ number, categories, text }) => [number, categories, text])).toEqual([
    [1, '["analytics"]', 'May we count?'],
    [2, '[]', 'May we still count?'],
  ])
})

test('a backup comes back where there is no database, where it is damaged, and where a newer one has been', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  await storage.atomic([addKey('a')])
  await backupSqlite(file, `${file}.backup`)
  await storage.close()
  const back = async () => {
    const again = await temporaryStorage(file)
    expect(await keysOf(again)).toEqual(['a'])
    await again.close()
  }

  await rm(file)
  expect(await restoreSqlite(`${file}.backup`, file, new Date())).toEqual({ ok: true, kept: null })
  await back()

  await writeFile(file, 'This is no database any more.'.repeat(1000))
  const damaged = await restored(`${file}.backup`, file)
  expect((await stat(damaged)).size).toBe(29_000)
  await back()

  const newer = new DatabaseSync(file, { timeout: 30_000 })
  newer.exec("INSERT INTO migrations VALUES (999, 'from the future', 'then')")
  // Somebody uses it.
  expect(await restoreSqlite(`${file}.backup`, file, new Date())).toMatchObject({
    ok: false,
    reason: expect.stringContaining('Stop the server'),
  })
  newer.close()
  expect(existsSync(await restored(`${file}.backup`, file))).toBe(true)
  await back()
})

test('what is no backup is not restored, and changes nothing', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  await storage.atomic([addKey('a')])
  const newer = await temporaryFile()
  const future = await temporaryStorage(newer)
  await future.atomic([{ sql: "INSERT INTO migrations VALUES (999, 'from the future', 'then')", parameters: [] }])
  await future.close()
  const reasons = {
    [`${file}.none`]: 'no file',
    [import.meta.filename]: 'is not a Leadwright backup',
    [newer]: 'newer Leadwright',
  }
  for (const [source, reason] of Object.entries(reasons))
    expect(await restoreSqlite(source, file, new Date())).toEqual({
      ok: false,
      reason: expect.stringContaining(reason),
    })
  expect(await keysOf(storage)).toEqual(['a'])
})

test('a backup of an earlier version takes the place of a database of today', async () => {
  const file = await temporaryFile()
  await writeBeforeSubjects(`${file}.backup`)
  const storage = await temporaryStorage(file)
  await restored(`${file}.backup`, file)
  const sql = "SELECT state, count(*) AS n FROM deliveries WHERE subject_kind = 'lead' GROUP BY state ORDER BY state"
  expect(await storage.atomic([{ sql, parameters: [] }])).toEqual([
    [
      { state: 'dead', n: 2 },
      { state: 'delivered', n: 5 },
      { state: 'erased', n: 2 },
      { state: 'pending', n: 6 },
    ],
  ])
})
