/**
 * Who signed up for newsletters and where that stands, which addresses a brand writes to no more, and the tokens of mailed
 * links. Addresses are keyed hashes; of a token only its SHA-256 is here, its times in milliseconds since the epoch.
 */
export const subscriptionTables: readonly string[] = [
  `CREATE TABLE subscriptions (
    lead_id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    brand TEXT NOT NULL,
    form TEXT NOT NULL,
    locale TEXT NOT NULL,
    state TEXT NOT NULL,
    signed_up_at TEXT NOT NULL,
    confirmed_at TEXT,
    confirmed_ip TEXT,
    unsubscribed_at TEXT,
    unsubscribed_by TEXT
  )`,
  'CREATE INDEX subscriptions_by_address ON subscriptions (address, brand)',
  // For those that nobody confirms in time.
  `CREATE INDEX subscriptions_pending ON subscriptions (signed_up_at) WHERE state = 'pending'`,
  `CREATE TABLE suppressions (
    address TEXT NOT NULL,
    brand TEXT NOT NULL,
    since TEXT NOT NULL,
    lifted_at TEXT,
    PRIMARY KEY (address, brand)
  )`,
  `CREATE TABLE mail_tokens (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    lead_id TEXT NOT NULL,
    brand TEXT NOT NULL,
    expires_at BIGINT,
    used_at BIGINT
  )`,
  'CREATE INDEX mail_tokens_by_lead ON mail_tokens (lead_id)',
  'CREATE INDEX mail_tokens_by_time ON mail_tokens (expires_at) WHERE expires_at IS NOT NULL',
]
