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

/** The newest lead, with the consents kept as its evidence. */
export function lastLead({ dataDir }: Site) {
  const database = new DatabaseSync(join(dataDir, 'leadwright.db'), { readOnly: true })
  try {
    const lead = database.prepare('SELECT id, form, locale, answers FROM leads ORDER BY id DESC LIMIT 1').get()
    if (!lead) return null
    const rows = database.prepare('SELECT consent, text, granted FROM consents WHERE lead_id = ?').all(lead.id ?? null)
    const consents = rows.map(({ consent, text, granted }) => [String(consent), { text, granted: granted === 1 }])
    return {
      form: lead.form,
      locale: lead.locale,
      answers: JSON.parse(String(lead.answers)),
      consents: Object.fromEntries(consents),
    }
  } finally {
    database.close()
  }
}
