import { compile, type Storage } from '#server/storage'
import { type LeadFilter, pagesOfLeads, type StoredLead } from './list-leads.ts'
import { db } from './tables.ts'

/** A lead for people: with what was agreed to, and how it stands with each partner. */
export interface ExportedLead extends StoredLead {
  consents: readonly { consent: string; granted: boolean }[]
  deliveries: readonly { partner: string; delivery: string; state: string }[]
}

/** Reads leads page by page, oldest first, as they are exported. @param until the id of the last one */
export async function* pagesOfExport(
  storage: Storage,
  filter: LeadFilter,
  until: string,
): AsyncGenerator<ExportedLead[]> {
  for await (const leads of pagesOfLeads(storage, filter, until)) {
    const ids = leads.map(({ id }) => id)
    const [consents = [], deliveries = []] = await storage.read([
      compile(db.selectFrom('consents').select(['lead_id', 'consent', 'granted']).where('lead_id', 'in', ids)),
      compile(
        db
          .selectFrom('deliveries')
          .select(['subject_id', 'partner', 'delivery', 'state'])
          .where('subject_kind', '=', 'lead')
          .where('subject_id', 'in', ids)
          // No partner's id can be written so: that is the lane of mails to visitors.
          .where('partner', 'not like', '@%')
          .orderBy('id'),
      ),
    ])
    const ofConsents = Map.groupBy(consents, ({ lead_id }) => String(lead_id))
    const ofDeliveries = Map.groupBy(deliveries, ({ subject_id }) => String(subject_id))
    yield leads.map((lead) => ({
      ...lead,
      consents: (ofConsents.get(lead.id) ?? []).map(({ consent, granted }) => ({
        consent: String(consent),
        granted: Number(granted) === 1,
      })),
      deliveries: (ofDeliveries.get(lead.id) ?? []).map(({ partner, delivery, state }) => ({
        ...{ partner: String(partner), delivery: String(delivery), state: String(state) },
      })),
    }))
  }
}
