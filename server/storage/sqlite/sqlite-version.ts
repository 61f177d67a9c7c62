/** The first SQLite without the WAL-reset bug, which can corrupt a database with several writers: https://sqlite.org/wal.html */
const oldest = [3, 51, 3] as const

/** Says why an SQLite of this version (such as `3.50.4`) must not hold leads, or null when it may. */
export function refuseSqlite(version: string): string | null {
  const parts = version.split('.').map(Number)
  for (const [place, needed] of oldest.entries()) {
    const found = parts[place] ?? 0
    if (found > needed) return null
    if (found < needed) return refusal(version)
  }
  return null
}

function refusal(version: string): string {
  return (
    `This Node.js carries SQLite ${version}, whose WAL-reset bug can corrupt the database; ` +
    `Leadwright needs SQLite ${oldest.join('.')} or later: run it on Node.js 24.21 or later (npm ci installs one).`
  )
}
