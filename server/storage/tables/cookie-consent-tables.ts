/**
 * What visitors chose in the cookie settings, under a random id that only their browser knows, and each text that was
 * shown to them, once.
 */
export const cookieConsentTables: readonly string[] = [
  `CREATE TABLE cookie_consents (
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    categories TEXT NOT NULL,
    brand TEXT NOT NULL,
    locale TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    given_at TEXT NOT NULL,
    PRIMARY KEY (id, number)
  )`,
  'CREATE INDEX cookie_consents_by_time ON cookie_consents (given_at)',
  'CREATE TABLE cookie_consent_texts (hash TEXT PRIMARY KEY, text TEXT NOT NULL)',
]
