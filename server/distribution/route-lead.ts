import { type Asked, dayOf, mapLead, nobody, type RoutedLead, route } from '#engine/form/lead'
import { contentHash } from '#engine/node'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { kindOf, type Outgoing } from '#server/channels'
import {
  type ConsentEvidence,
  contactHash,
  type Lead,
  type NewMessage,
  partnerFigures,
  type Routing,
} from '#server/leads'
import type { KeyedHash, Storage } from '#server/storage'

type Partners = Readonly<Record<string, PartnerDefinition>>

const day = 24 * 60 * 60 * 1000

/** How often a lead is routed anew: far more than leads can meet at one cap, since each failed try means another was stored. */
export const mostRoutings = 100

/**
 * Decides who gets a lead, on what the partners had so far.
 * @param persons the lead's e-mail addresses and phone numbers; their hashes are kept, for the partners that ask for it
 * @param hash the installation's own
 * @param before who was asked for the lead already
 */
export async function routeLead(
  storage: Storage,
  partners: Partners,
  lead: RoutedLead,
  persons: readonly string[],
  hash: KeyedHash,
  before: Asked = nobody,
): Promise<Routing> {
  const { receivedAt } = lead
  const asked = Object.entries(partners).filter(([, { filters }]) => filters.some(({ form }) => form === lead.form))
  const capped = asked.flatMap(([partner, definition]) =>
    definition.dailyCap === undefined
      ? []
      : [{ partner, day: dayOf(definition, receivedAt), cap: definition.dailyCap }],
  )
  const windows = asked.flatMap(([partner, { duplicateDays }]) =>
    duplicateDays === undefined ? [] : [{ partner, since: receivedAt - duplicateDays * day }],
  )
  const contacts = windows.length > 0 ? persons.map((person) => contactHash(hash, person)) : []
  const { taken, known } = await partnerFigures(storage, capped, { windows, contacts, receivedAt })
  const state = {
    takenOn: (partner: string) => taken.get(partner) ?? 0,
    hasContact: (partner: string) => known.has(partner),
    asked: before,
  }
  const decisions = route(partners, lead, state, contentHash)
  const takers = new Set(decisions.filter(({ taken }) => taken).map(({ partner }) => partner))
  return {
    decisions,
    days: capped.filter(({ partner }) => takers.has(partner)),
    windows: windows.filter(({ partner }) => takers.has(partner)),
    contacts,
  }
}

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
