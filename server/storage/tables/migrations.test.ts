import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { findLead } from '../../leads/find-leads.ts'
import { apiKeys, storeLead } from '../../leads/store-lead.ts'
import { sampleLead } from '../../leads/testing/sample-lead.ts'
import { query } from '../testing/postgres-server.ts'
import { openPlace, temporaryPlace, temporaryStorage } from '../testing/temporary-storage.ts'
import {
  leadSourceColumns,
  migrations,
  migrationsTable,
  orderedKeyScopes,
  planMigrations,
  statementsOn,
} from './migrations.ts'

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
  await first.atomic([{ sql: "INSERT INTO partner_keys VALUES ('k', 'acme', 'h', 'now', NULL, NULL)", parameters: [] }])
  await first.close()
  const second = await temporaryStorage(place)
  const [rows] = await second.atomic([{ sql: 'SELECT id FROM partner_keys', parameters: [] }])
  expect(rows).toEqual([{ id: 'k' }])
})

test.each([1, 8, 14, 22])(
  'a lead of version %i is there after all migrations, with what waits to be sent',
  async (version) => {
    const place = await temporaryPlace()
    const engine = place.startsWith('postgres:') ? 'postgres' : 'sqlite'
    const subject = version < 9 ? 'lead_id' : 'subject_id'
    const statements = [
      migrationsTable,
      ...migrations
        .slice(0, version)
        .flatMap((migration) => [
          ...statementsOn(engine, migration),
          `INSERT INTO migrations VALUES (${migration.number}, '${migration.name}', 'then')`,
        ]),
      `INSERT INTO leads
      (id, received_at, form, locale, brand, page, definition, answers, attribution, test, idempotency_key, body_hash)
      VALUES ('1', '2026-01-02T03:04:05.000Z', 'pets', 'en', 'main', 'home', 'd', '{"email":"ada@example.com"}', '{}', 0, 'api k', 'body')`,
      `INSERT INTO deliveries (id, ${subject}, partner, delivery, kind, payload, due_at)
      VALUES ('2', '1', 'vet', 'api', 'http', '{"id":"1"}', 5)`,
    ]
    if (engine === 'postgres') await query(place, statements.join(';'))
    else {
      const database = new DatabaseSync(place)
      database.exec(statements.join(';'))
      database.close()
    }
    const storage = await temporaryStorage(place)
    expect(await findLead(storage, '1')).toMatchObject({
      lead: { id: '1', form: 'pets', answers: '{"email":"ada@example.com"}' },
      deliveries: [{ id: '2', partner: 'vet', state: 'pending' }],
    })
  },
)

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

test('leads of before keep their keys, how they came and why they wait', async () => {
  const storage = await temporaryStorage()
  const run = (...sql: string[]) => storage.atomic(sql.map((text) => ({ sql: text, parameters: [] })))
  await run(
    ...['DROP INDEX leads_key_scope', 'DROP INDEX leads_suspicious'],
    ...['via', 'suspicion', 'key_scope'].map((name) => `ALTER TABLE leads DROP COLUMN ${name}`),
  )
  const lead = (id: string, page: string, key: string) => `INSERT INTO leads
    (id, received_at, form, locale, brand, page, definition, answers, attribution, test, idempotency_key, body_hash)
    VALUES ('${id}', 'then', 'pets', 'en', 'main', ${page}, 'd', '{}', '{}', 0, '${key}', 'body')`
  await run(
    lead('1', 'NULL', 'api order-1'),
    lead('2', "'home'", 'page hash body'),
    lead('3', "'home'", 'page without key pets en body 7'),
    "INSERT INTO routings (lead_id, partner, taken, reason, detail) VALUES ('2', 'acme', 0, 'suspicious', 'Too fast.'), ('2', 'beta', 0, 'not-wanted', 'No.')",
  )
  await run(...leadSourceColumns)
  const [rows] = await run('SELECT id, via, suspicion, key_scope, idempotency_key AS key FROM leads ORDER BY id')
  const rest = { suspicion: null, key_scope: null }
  expect(rows).toEqual([
    { ...rest, id: '1', via: 'api', key: 'api pets order-1 body' },
    { ...rest, id: '2', via: 'page', key: 'page pets hash body', suspicion: 'Too fast.' },
    { ...rest, id: '3', via: 'page', key: 'page without key pets en body 7' },
  ])
})

test('scopes of before begin with the key that they are of', async () => {
  const storage = await temporaryStorage()
  const bodyHash = 'b'.repeat(32)
  const { idempotencyKey, keyScope } = apiKeys({ form: 'pets', key: 'order-1', bodyHash }, '192.0.2.1', 'curl')
  const [key = '', scope = ''] = keyScope?.split(' ') ?? []
  await storeLead(storage, sampleLead({ id: '1', form: 'pets', bodyHash, idempotencyKey, keyScope: scope }))
  await storeLead(storage, sampleLead({ id: '2', form: 'pets', idempotencyKey: 'page pets hash body' }))
  await storage.atomic(orderedKeyScopes.map((sql) => ({ sql, parameters: [] })))
  const [rows] = await storage.atomic([{ sql: 'SELECT key_scope FROM leads ORDER BY id', parameters: [] }])
  expect(rows).toEqual([{ key_scope: `${key} ${scope}` }, { key_scope: null }])
})
