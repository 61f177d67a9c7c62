/**
 * What persons had erased, as keyed hashes, so that it stays erased when an older copy of the database comes back.
 * `applied`: whether the leads at hand were looked through for it.
 */
export const erasuresTable: readonly string[] = [
  'CREATE TABLE erasures (mark TEXT PRIMARY KEY, erased_at TEXT NOT NULL, applied INTEGER NOT NULL)',
]
