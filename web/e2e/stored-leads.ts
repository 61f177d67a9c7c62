import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { Site } from './site.ts'

/** The answers of every lead with this e-mail address, as they are on disk. */
export function storedLeads(site: Site, email: string): Record<string, unknown>[] {
  const rows = rowsOf(site, "SELECT answers FROM leads WHERE answers ->> 'email' = ?", email)
  return rows.map(({ answers }) => JSON.parse(String(answers)))
}

/** The id of every lead with this e-mail address. */
export function leadIds(site: Site, email: string): string[] {
  return rowsOf(site, "SELECT id FROM leads WHERE answers ->> 'email' = ?", email).map(({ id }) => String(id))
}

/** The form and the page of every lead with this e-mail address, in the order they came. */
export function sourcesOf(site: Site, email: string): string[] {
  const rows = rowsOf(site, "SELECT form, page FROM leads WHERE answers ->> 'email' = ? ORDER BY id", email)
  return rows.map(({ form, page }) => `${form} on ${page}`)
}

/** The newest lead, with the consents kept as its evidence. */
export function lastLead(site: Site) {
  const [lead] = rowsOf(site, 'SELECT id, form, locale, answers, attribution FROM leads ORDER BY id DESC LIMIT 1')
  if (!lead) return null
  const rows = rowsOf(site, 'SELECT consent, text, granted FROM consents WHERE lead_id = ?', String(lead.id))
  const consents = rows.map(({ consent, text, granted }) => [String(consent), { text, granted: granted === 1 }])
  return {
    form: lead.form,
    locale: lead.locale,
    answers: JSON.parse(String(lead.answers)),
    attribution: JSON.parse(String(lead.attribution)),
    consents: Object.fromEntries(consents),
  }
}

function rowsOf({ dataDir }: Site, sql: string, ...parameters: string[]): Record<string, SQLOutputValue>[] {
  const database = new DatabaseSync(join(dataDir, 'leadwright.db'), { readOnly: true, timeout: 30_000 })
  try {
    return database.prepare(sql).all(...parameters)
  } finally {
    database.close()
  }
}
