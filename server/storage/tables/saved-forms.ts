/**
 * Forms that were saved to be gone on with later. `hash` is the SHA-256 of the token in the mail. `sealed` holds the
 * answers, encrypted under a key that is made of the token too: nobody reads them with the database alone. Address, filling
 * and device are hashes.
 */
export const savedForms: readonly string[] = [
  `CREATE TABLE saved_forms (
    hash TEXT PRIMARY KEY,
    mail_id TEXT NOT NULL,
    form TEXT NOT NULL,
    brand TEXT NOT NULL,
    address TEXT NOT NULL,
    filling TEXT NOT NULL,
    device TEXT,
    sealed TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX saved_forms_by_address ON saved_forms (address)',
  'CREATE INDEX saved_forms_by_filling ON saved_forms (filling)',
  'CREATE INDEX saved_forms_by_time ON saved_forms (expires_at)',
]
