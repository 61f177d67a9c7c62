// A database of the version before leads had one owner: every state finds its place, and nobody who left is written to.
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrations, migrationsTable, statementsOn } from '../storage/tables/migrations.ts'
import { temporaryFile, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { replay } from './deliveries.ts'

const before = 19

test('what an earlier version stored is read as what it meant', async () => {
  const file = await temporaryFile()
  const database = new DatabaseSync(file)
  database.exec(migrationsTable)
  for (const migration of migrations.slice(0, before)) {
    for (const sql of statementsOn('sqlite', migration)) database.exec(sql)
    database.prepare('INSERT INTO migrations VALUES (?, ?, ?)').run(migration.number, migration.name, '')
  }
  const lead = (id: string, erasedAt: string | null = null) =>
    database
      .prepare(`INSERT INTO leads (id, received_at, form, locale, brand, definition, answers, attribution, test, body_hash, via, erased_at)
        VALUES (?, '2026-01-01', 'news', 'en', 'main', '', '{}', '{}', 0, '', 'page', ?)`)
      .run(id, erasedAt)
  const delivery = (subject: string, partner: string, name: string, state: string, payload = '{}') =>
    database
      .prepare(
        `INSERT INTO deliveries (id, subject_id, partner, delivery, kind, payload, state, due_at) VALUES (?, ?, ?, ?, ?, ?, ?, 0)`,
      )
      .run(
        `${subject} ${partner} ${name}`,
        subject,
        partner,
        name,
        partner === '@visitors' ? 'mail' : 'webhook',
        payload,
        state,
      )
  const subscription = (id: string, state: string, address = id) => {
    database
      .prepare(
        `INSERT INTO subscriptions (lead_id, address, brand, form, locale, state, signed_up_at) VALUES (?, ?, 'main', 'news', 'en', ?, '2026-01-01')`,
      )
      .run(id, address, state)
    database
      .prepare(`INSERT INTO mail_tokens (hash, purpose, lead_id, brand) VALUES (?, 'unsubscribe', ?, 'main')`)
      .run(`t ${id}`, id)
  }
  lead('plain')
  delivery('plain', 'acme', 'hook', 'refused')
  delivery('plain', '@visitors', 'reminder', 'later', '{"to":"a@b.example","reminder":true}')
  delivery('plain', '@visitors', 'receipt', 'pending', '{"to":"a@b.example","receipt":true}')
  lead('gone', '2026-02-01')
  delivery('gone', 'acme', 'hook', 'erased', '')
  lead('left')
  subscription('left', 'unsubscribed')
  delivery('left', 'acme', 'hook', 'dead')
  delivery('left', 'beta', 'hook', 'erased', '')
  delivery('left', 'acme', 'hook/unsubscribed', 'pending')
  lead('waiting')
  subscription('waiting', 'pending')
  delivery('waiting', 'acme', 'hook', 'held')
  delivery('waiting', '@visitors', 'confirm', 'pending')
  lead('mute')
  subscription('mute', 'pending')
  delivery('mute', 'acme', 'hook', 'held')
  lead('trapped', '2026-02-01')
  subscription('trapped', 'confirmed', '')
  database.close()

  const storage = await temporaryStorage(file)
  const rows = async (sql: string) => (await storage.read([{ sql, parameters: [] }]))[0] ?? []
  const states = await rows('SELECT id, delivery, topic, state, cancel_reason, payload FROM deliveries ORDER BY id')
  expect(states.map((row) => [row.id, row.delivery, row.topic, row.state, row.cancel_reason, row.payload])).toEqual([
    ['gone acme hook', 'hook', 'lead', 'erased', null, ''],
    ['left acme hook', 'hook', 'lead', 'cancelled', 'unsubscribed', ''],
    ['left acme hook/unsubscribed', 'hook', 'unsubscribe-notice', 'pending', null, '{}'],
    ['left beta hook', 'hook', 'lead', 'cancelled', 'unsubscribed', ''],
    ['mute acme hook', 'hook', 'lead', 'cancelled', 'expired', ''],
    ['plain @visitors receipt', 'receipt', 'receipt', 'pending', null, '{"to":"a@b.example","deferred":"receipt"}'],
    [
      'plain @visitors reminder',
      'reminder',
      'reminder',
      'scheduled',
      null,
      '{"to":"a@b.example","deferred":"reminder"}',
    ],
    ['plain acme hook', 'hook', 'lead', 'rejected', null, '{}'],
    ['waiting @visitors confirm', 'confirmation', 'confirmation', 'pending', null, '{}'],
    ['waiting acme hook', 'hook', 'lead', 'held', null, '{}'],
  ])
  expect(
    await rows('SELECT lead_id, state, unsubscribed_by, confirmation_id FROM subscriptions ORDER BY lead_id'),
  ).toEqual([
    { lead_id: 'left', state: 'unsubscribed', unsubscribed_by: null, confirmation_id: null },
    { lead_id: 'mute', state: 'expired', unsubscribed_by: null, confirmation_id: null },
    { lead_id: 'trapped', state: 'unsubscribed', unsubscribed_by: 'migration', confirmation_id: null },
    { lead_id: 'waiting', state: 'pending', unsubscribed_by: null, confirmation_id: 'waiting @visitors confirm' },
  ])
  expect(await rows("SELECT address FROM mail_tokens WHERE lead_id = 'left'")).toEqual([{ address: 'left' }])
  expect(await replay(storage, { partner: 'acme', states: ['dead', 'delivered'] }, 1)).toMatchObject({ sent: 0 })
})
