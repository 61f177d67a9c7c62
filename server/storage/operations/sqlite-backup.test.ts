import { readdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { steadyLeads } from '../testing/steady-leads.ts'
import { temporaryFile, temporaryStorage } from '../testing/temporary-storage.ts'
import { backupSqlite } from './sqlite-backup.ts'

/** Some 60 MB, so that a backup takes longer than the leads leave it in peace. */
function fill(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec(`INSERT INTO leads (id, received_at, form, locale, brand, definition, answers, attribution, test, body_hash)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
    SELECT printf('01900000-0000-7000-8000-%012x', i), '2024-06-10T00:00:00.000Z', 'home-insurance', 'en', 'default',
      'd', printf('{"text":"%.1300c"}', 'x'), '{}', 0, 'h' FROM n`)
  database.close()
}

function idsIn(file: string): Set<unknown> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 30_000 })
  const ids = new Set(
    database
      .prepare('SELECT id FROM leads')
      .all()
      .map(({ id }) => id),
  )
  database.close()
  return ids
}

test('a backup is done although leads keep coming, holds all that was acknowledged before, and is whole', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  fill(file)
  const leads = steadyLeads(storage, 0)
  await leads.more(50)
  const before = [...leads.acknowledged]
  const target = `${file}.backup`
  const shares: number[] = []
  expect(await backupSqlite(file, target, (share) => shares.push(share))).toBeNull()
  await leads.more(10)
  await leads.end()
  const held = idsIn(target)
  expect(before.filter((id) => !held.has(id))).toEqual([])
  expect(held.size).toBeGreaterThanOrEqual(40_000 + before.length)
  expect((await stat(target)).mode & 0o777).toBe(0o600)
  // Nothing half-written is left, and nothing was told backwards.
  expect((await readdir(dirname(file))).filter((name) => name.includes('partial'))).toEqual([])
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(await backupSqlite(file, target)).toContain('already exists')
})

test('there is never half a backup under the name of a whole one', async () => {
  const file = await temporaryFile()
  await temporaryStorage(file)
  const folder = dirname(file)
  expect(await backupSqlite(`${file}.none`, `${file}.backup`)).toContain('There is no database')
  expect(await backupSqlite(file, `${folder}/none/here.db`)).toContain('cannot be written')
  await writeFile(`${file}.backup.partial`, 'what a backup left that was broken off')
  expect(await backupSqlite(file, `${file}.backup`)).toContain('delete')
  expect((await readdir(folder)).filter((name) => name.endsWith('.backup'))).toEqual([])
})
