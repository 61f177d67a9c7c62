import type { Catalog } from '#engine/catalog/catalog.ts'
import { compile, db } from '../storage/sql.ts'
import type { Row, Storage } from '../storage/storage.ts'
import { emailIn } from './email-in.ts'
import type { LeftLead } from './notices.ts'

/** A lead whose person unsubscribes, with the deliveries that were made of it. */
interface Left {
  lead: LeftLead
  deliveries: { partner: string; delivery: string }[]
}

/** @param isTheirs whether a text is the address that unsubscribes */
export async function leftLeads(
  storage: Storage,
  catalog: Catalog,
  ids: readonly string[],
  isTheirs: (text: string) => boolean,
): Promise<Left[]> {
  if (ids.length === 0) return []
  const [rows = [], deliveries = []] = await storage.read([
    compile(db.selectFrom('leads').selectAll().where('id', 'in', ids).orderBy('id')),
    compile(db.selectFrom('deliveries').select(['subject_id', 'partner', 'delivery']).where('subject_id', 'in', ids)),
  ])
  const bySubject = Map.groupBy(deliveries, ({ subject_id }) => subject_id)
  return rows.map((row) => ({
    lead: leftLead(row, catalog, isTheirs),
    deliveries: (bySubject.get(row.id ?? '') ?? []).map(({ partner, delivery }) => ({
      partner: String(partner),
      delivery: String(delivery),
    })),
  }))
}

function leftLead(row: Row, catalog: Catalog, isTheirs: (text: string) => boolean): LeftLead {
  const [form, locale] = [String(row.form), String(row.locale)]
  const answers = JSON.parse(String(row.answers)) as LeftLead['answers']
  return {
    ...{ id: String(row.id), form, locale, brand: String(row.brand) },
    ...{ page: row.page === null ? null : String(row.page), receivedAt: String(row.received_at), test: row.test === 1 },
    ...{ answers, attribution: JSON.parse(String(row.attribution)) },
    title: catalog.form(form, locale)?.form.title ?? form,
    address: emailIn(answers, isTheirs),
  }
}
