import { mapLead } from '#engine/form/lead'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { kindOf, type Outgoing } from '#server/channels'
import type { ConsentEvidence, Lead, NewMessage } from '#server/leads'

type Partners = Readonly<Record<string, PartnerDefinition>>

/** A consent's evidence as far as partners get it. */
export type ProvableConsent = Omit<ConsentEvidence, 'ip' | 'userAgent'>

/** The partners that get a lead, by id. */
function takersOf({ decisions }: Lead['routing']): string[] {
  return decisions.flatMap(({ partner, taken }) => (taken ? [partner] : []))
}

/** A delivery for each way of each partner that takes the lead. Its payload is made now and never changes. */
export function deliveriesOf(
  partners: Partners,
  lead: Pick<
    Lead,
    'id' | 'form' | 'locale' | 'receivedAt' | 'test' | 'answers' | 'attribution' | 'brand' | 'page' | 'routing'
  > & { consents: readonly ProvableConsent[] },
  rest: Omit<Outgoing, 'lead' | 'page' | 'attribution'>,
): NewMessage[] {
  const { id, form, locale, receivedAt, test, page, attribution } = lead
  const consents = lead.consents.map(({ consent, ...evidence }) => ({ id: consent, ...evidence }))
  const takers = takersOf(lead.routing)
  return Object.entries(partners)
    .filter(([partner]) => takers.includes(partner))
    .flatMap(([partner, { map, deliveries }]) => {
      const data = mapLead(map, { ...lead, consents })
      const outgoing = { lead: { id, form, locale, receivedAt, test, data }, page, attribution, ...rest }
      return Object.entries(deliveries).map(([delivery, definition]) => ({
        partner,
        delivery,
        kind: definition.kind,
        payload: kindOf(definition).payload(outgoing),
      }))
    })
}
