import { compile, db } from '#server/storage/sql.ts'
import type { Row, Storage } from '#server/storage/storage.ts'
import type { Lead } from './lead.ts'

/** A stored lead, without its consents and deliveries. */
export type StoredLead = Omit<Lead, 'consents' | 'routing' | 'deliveries' | 'idempotencyKey' | 'keyScope' | 'bodyHash'>

/** Which leads to list: of one form, at most `limit`, and only those older than the id in `before`. */
export interface LeadQuery {
  form?: string
  limit: number
  before?: string
}

/** Lists leads, newest first. The next page begins `before` the last id of this one. */
export async function listLeads(storage: Storage, { form, limit, before }: LeadQuery): Promise<StoredLead[]> {
  // Ids are UUIDs of version 7: their order is the order of time, and the primary key serves it.
  let query = db.selectFrom('leads').selectAll().orderBy('id', 'desc').limit(limit)
  if (form !== undefined) query = query.where('form', '=', form)
  if (before !== undefined) query = query.where('id', '<', before)
  const [rows = []] = await storage.atomic([compile(query)])
  return rows.map(toLead)
}

function toLead(row: Row): StoredLead {
  return {
    id: String(row.id),
    receivedAt: String(row.received_at),
    form: String(row.form),
    locale: String(row.locale),
    brand: String(row.brand),
    page: row.page === null ? null : String(row.page),
    definition: String(row.definition),
    answers: JSON.parse(String(row.answers)),
    attribution: JSON.parse(String(row.attribution)),
    test: row.test === 1,
    via: row.via === 'page' ? 'page' : 'api',
    suspicion: row.suspicion === null ? null : String(row.suspicion),
  }
}
