import { expect, test } from 'vitest'
import { migrations, planMigrations } from './migrations.ts'
import { openPlace, temporaryPlace, temporaryStorage } from './testing/temporary-storage.ts'

test('migrations are numbered from 1 without gaps', () => {
  expect(migrations.map((migration) => migration.number)).toEqual(migrations.map((_, index) => index + 1))
})

test('an empty database gets every migration, a current one none', () => {
  expect(planMigrations(0)).toEqual({ ok: true, migrations })
  expect(planMigrations(migrations.length)).toEqual({ ok: true, migrations: [] })
})

test('opening again leaves the tables and what is in them alone', async () => {
  const place = await temporaryPlace()
  const first = await temporaryStorage(place)
  await first.atomic([{ sql: "INSERT INTO partner_keys VALUES ('k', 'acme', 'h', 'now', NULL)", parameters: [] }])
  await first.close()
  const second = await temporaryStorage(place)
  const [rows] = await second.atomic([{ sql: 'SELECT id FROM partner_keys', parameters: [] }])
  expect(rows).toEqual([{ id: 'k' }])
})

test('a database newer than the code is refused', async () => {
  const place = await temporaryPlace()
  const storage = await temporaryStorage(place)
  await storage.atomic([{ sql: "INSERT INTO migrations VALUES (999, 'from the future', 'then')", parameters: [] }])
  await storage.close()
  expect(await openPlace(place)).toEqual({ ok: false, reason: expect.stringContaining('start a newer Leadwright') })
})

test('processes that open a new database at the same time all get it', async () => {
  const place = await temporaryPlace()
  const storages = await Promise.all(Array.from({ length: 4 }, () => temporaryStorage(place)))
  for (const storage of storages) {
    const [rows] = await storage.atomic([{ sql: 'SELECT count(*) AS count FROM migrations', parameters: [] }])
    expect(rows).toEqual([{ count: migrations.length }])
  }
})
