/** The resolved forms visitors were shown, by hash, so that who began with one can finish although it has changed. */
export const formVersionsTable: readonly string[] = [
  `CREATE TABLE form_versions (
    hash TEXT PRIMARY KEY,
    form TEXT NOT NULL,
    locale TEXT NOT NULL,
    resolved TEXT NOT NULL,
    superseded_at BIGINT
  )`,
]
