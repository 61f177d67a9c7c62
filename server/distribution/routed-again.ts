import { type Asked, flatAnswers, leadContent, mapLead } from '#engine/form/lead'
import type { Answers, NestedAnswers, ResolvedForm } from '#engine/form/model'
import { type Site, siteLabel } from '#engine/site'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { kindOf, type Outgoing } from '#server/channels'
import type { ConsentEvidence, DatedLead, Lead, LeadRecord, NewMessage } from '#server/leads'
import type { KeyedHash, Row, Storage } from '#server/storage'
import { routeLead } from './route-lead.ts'

/** What a stored lead is routed with. */
export interface Again {
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: number
  /** Who was asked for it already. */
  asked?: Asked
}

/** A stored lead as it goes to partners now. */
export interface RoutedAgain {
  /** What partners read is what they would have read at once. */
  dated: DatedLead
  /** As the form takes them, its consents among them. */
  answers: Answers
  email: string | null
}

/**
 * Routes a stored lead as if it came now, and makes its deliveries from what is stored. Rejects with `StorageUnavailable`.
 * @param form that the lead was checked against
 */
export async function routedAgain(
  storage: Storage,
  site: Site,
  { lead, consents }: LeadRecord,
  form: ResolvedForm,
  { hash, now, asked }: Again,
): Promise<RoutedAgain> {
  const stored = JSON.parse(String(lead.answers)) as NestedAnswers
  const granted = consents.filter((consent) => consent.granted === 1)
  const answers = {
    ...flatAnswers(form, stored).answers,
    ...Object.fromEntries(granted.map(({ consent }) => [String(consent), true])),
  }
  const named = {
    id: String(lead.id),
    form: String(lead.form),
    locale: String(lead.locale),
    brand: String(lead.brand),
    page: lead.page === null ? null : String(lead.page),
    test: lead.test === 1,
  }
  const { contacts, email } = leadContent(form, answers)
  const routed = { ...named, suspicion: null, receivedAt: now, answers }
  const routing = await routeLead(storage, site.partners.all, routed, contacts, hash, asked)
  const evidence = form.consents.flatMap(({ id }) => consents.filter(({ consent }) => consent === id).map(evidenceOf))
  const kept = { answers: { ...stored }, attribution: JSON.parse(String(lead.attribution)) }
  const ip = consents[0]?.ip == null ? null : String(consents[0].ip)
  const brand = site.brands.byId(named.brand)
  const outgoing = {
    form,
    answers,
    ip,
    site: siteLabel(brand),
    brand,
    words: () => site.mails.words(form.locale).lead,
  }
  const deliveries = deliveriesOf(
    site.partners.all,
    { ...named, ...kept, receivedAt: String(lead.received_at), routing, consents: evidence },
    outgoing,
  )
  return { dated: { ...named, receivedAt: new Date(now).toISOString(), routing, deliveries }, answers, email }
}

/** What partners may prove, as it was stored with the lead. */
function evidenceOf({ consent, purpose, text, text_hash, granted, given_at }: Row): ProvableConsent {
  return {
    ...{ consent: String(consent), purpose: String(purpose), text: String(text), textHash: String(text_hash) },
    ...{ granted: Number(granted) === 1, givenAt: String(given_at) },
  }
}

type Partners = Readonly<Record<string, PartnerDefinition>>

/** A consent's evidence as far as partners get it. */
type ProvableConsent = Omit<ConsentEvidence, 'ip' | 'userAgent'>

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
