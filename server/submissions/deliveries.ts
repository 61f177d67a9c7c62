import type { NestedAnswers } from '#engine/core/answers.ts'
import { mapAnswers } from '#engine/core/partner-map.ts'
import type { PartnerLead } from '#schemas/generated/api/leads.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { Lead, NewDelivery } from '../leads/lead.ts'

type Partners = Readonly<Record<string, PartnerDefinition>>

/** A delivery for each way of each partner that takes the lead. Its payload is made now and never changes. */
export function deliveriesOf(partners: Partners, lead: Omit<Lead, 'deliveries'>): NewDelivery[] {
  const takers = new Set(lead.routing.decisions.filter(({ taken }) => taken).map(({ partner }) => partner))
  return Object.entries(partners)
    .filter(([partner]) => takers.has(partner))
    .flatMap(([partner, { map, deliveries }]) => {
      const { id, form, locale, receivedAt, test } = lead
      const mapped: PartnerLead = {
        id,
        form,
        locale,
        receivedAt,
        test,
        data: mapAnswers(map, lead.answers as NestedAnswers),
      }
      return Object.entries(deliveries).map(([delivery, { kind }]) => ({
        partner,
        delivery,
        kind,
        payload: payload(kind, mapped),
      }))
    })
}

/** A webhook's envelope is that of Standard Webhooks: type, timestamp, data. */
function payload(kind: NewDelivery['kind'], lead: PartnerLead): string {
  return JSON.stringify(kind === 'webhook' ? { type: 'lead.created', timestamp: lead.receivedAt, data: lead } : lead)
}
