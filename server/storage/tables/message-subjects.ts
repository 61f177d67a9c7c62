/**
 * The outbox takes messages of any subject: what a message is about is a kind and an id, and no more always a lead.
 *
 * PostgreSQL changes the table where it is. SQLite cannot take a reference away, so there the rows move to a new table.
 */
export const messageSubjects: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
  postgres: [
    'ALTER TABLE deliveries DROP CONSTRAINT deliveries_lead_id_fkey',
    'ALTER TABLE deliveries RENAME COLUMN lead_id TO subject_id',
    `ALTER TABLE deliveries ADD COLUMN subject_kind TEXT NOT NULL DEFAULT 'lead'`,
    ...mailsIndex(),
  ],
  sqlite: [
    `CREATE TABLE new_deliveries (
      id TEXT PRIMARY KEY,
      subject_id TEXT NOT NULL,
      partner TEXT NOT NULL,
      delivery TEXT NOT NULL,
      kind TEXT NOT NULL,
      payload TEXT NOT NULL,
      state TEXT NOT NULL DEFAULT 'pending',
      attempts INTEGER NOT NULL DEFAULT 0,
      due_at BIGINT NOT NULL,
      lease_until BIGINT,
      last_error TEXT,
      feed_number BIGINT,
      delivered_at TEXT,
      replay INTEGER NOT NULL DEFAULT 0,
      subject_kind TEXT NOT NULL DEFAULT 'lead',
      UNIQUE (subject_id, partner, delivery)
    )`,
    `INSERT INTO new_deliveries (id, subject_id, partner, delivery, kind, payload, state, attempts, due_at, lease_until,
        last_error, feed_number, delivered_at, replay)
      SELECT id, lead_id, partner, delivery, kind, payload, state, attempts, due_at, lease_until,
        last_error, feed_number, delivered_at, replay FROM deliveries ORDER BY rowid`,
    'DROP TABLE deliveries',
    'ALTER TABLE new_deliveries RENAME TO deliveries',
    // As they were.
    `CREATE INDEX deliveries_due ON deliveries (kind, partner, due_at) WHERE state = 'pending'`,
    'CREATE UNIQUE INDEX deliveries_feed ON deliveries (partner, feed_number)',
    `CREATE INDEX deliveries_to_send ON deliveries (partner, due_at) WHERE state = 'pending' AND kind <> 'pull'`,
    `CREATE INDEX deliveries_dead ON deliveries (partner) WHERE state = 'dead'`,
    ...mailsIndex(),
  ],
}

/** For erasing mails that belong to no lead. */
function mailsIndex(): string[] {
  return [
    `CREATE INDEX deliveries_of_mails ON deliveries (subject_id, id) WHERE subject_kind = 'mail' AND payload <> ''`,
  ]
}
