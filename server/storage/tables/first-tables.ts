/**
 * The first tables: leads, their consent evidence, the outbox and the partners' keys.
 *
 * BIGINT is for PostgreSQL, where INTEGER is too short for milliseconds; to SQLite both are the same.
 */
export const firstTables: readonly string[] = [
  `CREATE TABLE leads (
    id TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    form TEXT NOT NULL,
    locale TEXT NOT NULL,
    brand TEXT NOT NULL,
    page TEXT,
    definition TEXT NOT NULL,
    answers TEXT NOT NULL,
    attribution TEXT NOT NULL,
    test INTEGER NOT NULL,
    idempotency_key TEXT UNIQUE,
    body_hash TEXT NOT NULL
  )`,
  `CREATE TABLE consents (
    lead_id TEXT NOT NULL REFERENCES leads (id),
    consent TEXT NOT NULL,
    purpose TEXT NOT NULL,
    text TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    granted INTEGER NOT NULL,
    locale TEXT NOT NULL,
    page TEXT,
    definition TEXT NOT NULL,
    given_at TEXT NOT NULL,
    ip TEXT,
    user_agent TEXT,
    PRIMARY KEY (lead_id, consent)
  )`,
  `CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    lead_id TEXT NOT NULL REFERENCES leads (id),
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
    UNIQUE (lead_id, partner, delivery)
  )`,
  // Only what waits: a claim stays as fast after a million deliveries as after one.
  `CREATE INDEX deliveries_due ON deliveries (kind, partner, due_at) WHERE state = 'pending'`,
  // Makes two assigners of feed numbers collide rather than hand out a number twice.
  'CREATE UNIQUE INDEX deliveries_feed ON deliveries (partner, feed_number)',
  `CREATE TABLE partner_keys (
    id TEXT PRIMARY KEY,
    partner TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    revoked_at TEXT
  )`,
]
