import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Site } from './site.ts'

/** The answers of every lead with this e-mail address, as they are on disk. */
export function storedLeads({ dataDir }: Site, email: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(dataDir, 'leadwright.db'), { readOnly: true })
  try {
    const rows = database.prepare("SELECT answers FROM leads WHERE answers ->> 'email' = ?").all(email)
    return rows.map(({ answers }) => JSON.parse(String(answers)))
  } finally {
    database.close()
  }
}
