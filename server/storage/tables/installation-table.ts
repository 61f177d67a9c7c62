/** What an installation knows about itself, such as its secret key. */
export const installationTable: readonly string[] = [
  'CREATE TABLE installation (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
]
