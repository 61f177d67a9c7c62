import { type Decision, flatAnswers, leadContent, type RoutingHistory } from '#engine/form/lead'
import type { Answers, NestedAnswers, ResolvedForm, UploadedFile } from '#engine/form/model'
import { type Site, siteLabel } from '#engine/site'
import {
  approve,
  type ClaimedDelivery,
  type DatedLead,
  findLead,
  handOver,
  type Lead,
  type LeadRecord,
  type Outcome,
  recordOutcome,
  reroute,
  storedForm,
} from '#server/leads'
import { leadMails, subscriptionOf } from '#server/mail'
import { reopenResults } from '#server/offers'
import type { Reroute } from '#server/relay'
import { type KeyedHash, type Row, type Storage, StorageUnavailable } from '#server/storage'
import { sentFile } from '#server/uploads'
import { asksAgain, deliveriesOf, mostRoutings, type ProvableConsent, routeLead } from './new-lead.ts'

/** What rerouting leads works with. */
export interface Rerouting {
  storage: Storage
  site: () => Site
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Reroutes a lead that a partner rejected to where it would go now, among the partners that were not asked yet. The
 * rejection, the next decisions and their deliveries are one transaction.
 */
export function rerouter(rerouting: Rerouting): Reroute {
  const { storage, now } = rerouting
  return async (delivery, outcome) => {
    for (let tries = 1; tries <= mostRoutings; tries++) {
      const found = await findLead(storage, delivery.subject)
      const form = found && mayGoOn(found, delivery) ? await storedForm(storage, String(found.lead.definition)) : null
      if (!found || !form) {
        await storage.atomic(recordOutcome(delivery, outcome, now()))
        return { to: null }
      }
      const to = await tryToReroute(rerouting, found, form, { delivery, outcome })
      if (to !== null) return { to }
    }
    throw new StorageUnavailable('Leads arrived faster than this one could be rerouted.')
  }
}

/** Whether the rejection is about a lead that is at the partner now. What it had accepted before, and got again, stays its own. */
function mayGoOn({ lead, routings, deliveries, subscription }: LeadRecord, claimed: ClaimedDelivery): boolean {
  const row = deliveries.find(({ id }) => id === claimed.id)
  return (
    claimed.topic === 'lead' &&
    lead.erased_at === null &&
    row?.state === 'pending' &&
    row.attempts === claimed.attempt &&
    row.lease_until === claimed.leaseUntil &&
    row.delivered_at === null &&
    (subscription === null || subscription.state === 'confirmed') &&
    routings.some(({ partner, taken }) => partner === claimed.partner && taken === 1)
  )
}

/** The partners that get it, by id; null when what that was decided on has changed: it is looked at again. */
async function tryToReroute(
  { storage, site, hash, now }: Rerouting,
  found: LeadRecord,
  form: ResolvedForm,
  { delivery, outcome }: { delivery: ClaimedDelivery; outcome: Outcome },
): Promise<string[] | null> {
  const { routings, subscription } = found
  const { partner } = delivery
  const rejected = routings.flatMap((row) => (row.reason === 'refused' ? [String(row.partner)] : []))
  const holders = routings.flatMap((row) => (row.taken === 1 && row.partner !== partner ? [String(row.partner)] : []))
  const asked = { holders, refused: [...rejected, partner] }
  const { dated } = await routedAgain(storage, site(), found, form, { hash, now: now(), asked })
  const day = routings.find((row) => row.partner === partner)?.day ?? null
  const isDone = await reroute(
    storage,
    {
      ...{ delivery, outcome, lead: dated, rejectedBefore: rejected.length },
      subscriber: subscription && String(subscription.address),
      day: day === null ? null : String(day),
    },
    now(),
  )
  return isDone ? dated.routing.decisions.flatMap(({ partner, taken }) => (taken ? [partner] : [])) : null
}

/** What a stored lead is routed with. */
interface Again {
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: number
  /** Who was asked for it already. */
  asked?: RoutingHistory
  /** Who may be asked; all partners when left out. */
  partners?: Site['partners']['all']
}

/** A stored lead as it goes to partners now. */
interface RoutedAgain {
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
async function routedAgain(
  storage: Storage,
  site: Site,
  found: LeadRecord,
  form: ResolvedForm,
  { hash, now, asked, partners = site.partners.all }: Again,
): Promise<RoutedAgain> {
  const { named, answers, deliveriesAt } = storedAgain(site, found, form, { hash, now })
  const { contacts, email } = leadContent(form, answers)
  const routed = { ...named, suspicion: null, receivedAt: now, answers }
  const routing = await routeLead(storage, partners, routed, contacts, hash, asked)
  const deliveries = deliveriesAt(partners, routing)
  return { dated: { ...named, receivedAt: new Date(now).toISOString(), routing, deliveries }, answers, email }
}

/** A stored lead as it was when it came, and what partners would get of it now. */
function storedAgain(
  site: Site,
  { lead, consents }: LeadRecord,
  form: ResolvedForm,
  { hash, now }: Pick<Again, 'hash' | 'now'>,
) {
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
  const evidence = form.consents.flatMap(({ id }) => consents.filter(({ consent }) => consent === id).map(evidenceOf))
  const kept = { answers: { ...stored }, attribution: JSON.parse(String(lead.attribution)) }
  const ip = consents[0]?.ip == null ? null : String(consents[0].ip)
  const brand = site.brands.byId(named.brand)
  const outgoing = {
    form: site.forms.withGroups(form),
    answers,
    sendFile: (file: UploadedFile) => sentFile(file, { hash, origin: brand.origin ?? null, now }),
    ip,
    site: siteLabel(brand),
    brand,
    words: () => site.mails.words(form.locale).lead,
  }
  const sent = { ...named, ...kept, receivedAt: String(lead.received_at), consents: evidence }
  const deliveriesAt = (partners: Site['partners']['all'], routing: Lead['routing']) =>
    deliveriesOf(partners, { ...sent, routing }, outgoing)
  return { named, answers, deliveriesAt }
}

/** What partners may prove, as it was stored with the lead. */
function evidenceOf({ consent, purpose, text, text_hash, granted, given_at }: Row): ProvableConsent {
  return {
    ...{ consent: String(consent), purpose: String(purpose), text: String(text), textHash: String(text_hash) },
    ...{ granted: Number(granted) === 1, givenAt: String(given_at) },
  }
}

/** What became of a lead that waited for review: who gets it now, or why it cannot be approved. */
export type Approved =
  | { ok: true; decisions: readonly Decision[]; deliveries: number }
  /** There is no such lead; it does not wait (any more); it was erased; the form it was checked against is not stored. */
  | { ok: false; reason: 'unknown' | 'not-waiting' | 'erased' | 'form-unknown' }

/**
 * Approves a lead that waits for review: it is routed as if it came now, its deliveries and its mails are made, in one
 * transaction. A lead is approved once, however many operators do. Rejects with `StorageUnavailable`.
 * @param moment `now` in milliseconds since the epoch, and the installation's own hash; `wait`: for how long nothing is
 * sent, in ms, so that it can be undone
 */
export async function approveLead(
  storage: Storage,
  site: Site,
  id: string,
  moment: { hash: KeyedHash; now: number; wait?: number },
): Promise<Approved> {
  for (let tries = 1; tries <= mostRoutings; tries++) {
    const found = await findLead(storage, id)
    if (!found) return { ok: false, reason: 'unknown' }
    if (found.lead.erased_at !== null) return { ok: false, reason: 'erased' }
    if (found.lead.suspicion === null) return { ok: false, reason: 'not-waiting' }
    const form = await storedForm(storage, String(found.lead.definition))
    if (!form) return { ok: false, reason: 'form-unknown' }
    const approved = await tryToApprove(storage, site, found, form, moment)
    if (approved !== null) return approved
  }
  throw new StorageUnavailable('Leads arrived faster than this one could be routed.')
}

/** null when somebody else approved it first, or what it was routed on has changed: it is looked at again. */
async function tryToApprove(
  storage: Storage,
  site: Site,
  found: LeadRecord,
  form: ResolvedForm,
  { hash, now, wait = 0 }: { hash: KeyedHash; now: number; wait?: number },
): Promise<Approved | null> {
  const { answers, email, dated } = await routedAgain(storage, site, found, form, { hash, now })
  const { brand, test, routing, deliveries } = dated
  const visitor = { form, email, brand, test, suspicion: null, localOrigin: null }
  const lead = {
    ...dated,
    mails: leadMails(site, hash, { ...visitor, answers }, now),
    subscription: subscriptionOf(site, hash, {
      ...visitor,
      isSuppressed: await asksAgain(storage, hash, visitor),
    }),
  }
  const { seconds } = form.offers ?? {}
  const after = seconds === undefined ? [] : [reopenResults(lead.id, { askedAt: now + wait, seconds })]
  if (!(await approve(storage, lead, found, wait, after))) return null
  return { ok: true, decisions: routing.decisions, deliveries: deliveries.length }
}

/** What became of a lead that an operator gives to a partner. */
export type HandedOver =
  | { ok: true; deliveries: number }
  /** `had-it`: the partner has it, had it or refused it; `not-active`: it is held; `unwanted`: `decision` says why. */
  | { ok: false; reason: 'unknown' | 'erased' | 'not-active' | 'form-unknown' | 'had-it' }
  | { ok: false; reason: 'unwanted'; decision: Decision }

/** A lead with what it would be at one partner now. */
type Candidate =
  | Extract<HandedOver, { ok: false }>
  | { ok: true; dated: DatedLead; found: LeadRecord; givenUp: Giving[] }

interface Giving {
  partner: string
  day: string | null
}

async function candidateFor(
  storage: Storage,
  site: Site,
  found: LeadRecord | null,
  partner: string,
  moment: { hash: KeyedHash; now: number },
): Promise<Candidate> {
  if (!found) return { ok: false, reason: 'unknown' }
  const { lead, routings, deliveries } = found
  if (lead.erased_at !== null) return { ok: false, reason: 'erased' }
  if (lead.state !== 'active') return { ok: false, reason: 'not-active' }
  const own = deliveries.filter(({ topic }) => topic === 'lead')
  const isRefused = routings.some((row) => row.partner === partner && row.reason === 'refused')
  if (isRefused || own.some((row) => row.partner === partner)) return { ok: false, reason: 'had-it' }
  const form = await storedForm(storage, String(lead.definition))
  if (!form) return { ok: false, reason: 'form-unknown' }
  const takers = routings.filter(({ taken }) => taken === 1)
  const isDead = (id: unknown) => {
    const theirs = own.filter((row) => row.partner === id)
    return theirs.length > 0 && theirs.every(({ state, delivered_at: at }) => state === 'dead' && at === null)
  }
  const givenUp = takers
    .filter((row) => isDead(row.partner))
    .map((row) => ({ partner: String(row.partner), day: row.day === null ? null : String(row.day) }))
  const holders = takers.map((row) => String(row.partner)).filter((id) => !givenUp.some((one) => one.partner === id))
  const partners = Object.fromEntries(
    Object.entries(site.partners.all).filter(([id]) => id === partner || holders.includes(id)),
  )
  const asked = { holders, refused: [] }
  const { dated } = await routedAgain(storage, site, found, form, { ...moment, asked, partners })
  const [decision] = dated.routing.decisions
  if (!decision) return { ok: false, reason: 'unknown' }
  return decision.taken ? { ok: true, dated, found, givenUp } : { ok: false, reason: 'unwanted', decision }
}

/**
 * To which partners a lead could be given now, and why not to the others: the same limits hold as when a lead arrives.
 * A partner that could not be reached gives it back first. Rejects with `StorageUnavailable`.
 */
export async function otherPartners(
  storage: Storage,
  site: Site,
  id: string,
  moment: { hash: KeyedHash; now: number },
): Promise<{ partner: string; refusal: Extract<HandedOver, { ok: false }> | null }[]> {
  const found = await findLead(storage, id)
  const ofForm = Object.entries(site.partners.all).filter(([, { filters }]) =>
    filters.some(({ form }) => form === found?.lead.form),
  )
  const all = []
  for (const [partner] of ofForm) {
    const candidate = await candidateFor(storage, site, found, partner, moment)
    all.push({ partner, refusal: candidate.ok ? null : candidate })
  }
  return all
}

/**
 * Gives a lead to another partner, within the limits that it agreed to. Rejects with `StorageUnavailable`.
 * @param moment as `approveLead` has it
 */
export async function handLeadOver(
  storage: Storage,
  site: Site,
  id: string,
  partner: string,
  moment: { hash: KeyedHash; now: number; wait?: number },
): Promise<HandedOver> {
  for (let tries = 1; tries <= mostRoutings; tries++) {
    const candidate = await candidateFor(storage, site, await findLead(storage, id), partner, moment)
    if (!candidate.ok) return candidate
    const { dated, givenUp, found } = candidate
    const isDone = await handOver(storage, {
      ...{ lead: dated, givenUp, found, wait: moment.wait ?? 0 },
      subscriber: found.subscription && String(found.subscription.address),
    })
    if (isDone) return { ok: true, deliveries: dated.deliveries.length }
  }
  throw new StorageUnavailable('Leads arrived faster than this one could be handed over.')
}

/**
 * What a delivery of a lead would send if it were written now, with the partner's definition as it is: for a partner that
 * has the lead, and got or would get it wrongly.
 * @returns null where the lead, its form or the partner's delivery is gone
 */
export async function rewrittenPayload(
  storage: Storage,
  site: Site,
  { lead: id, partner, delivery }: { lead: string; partner: string; delivery: string },
  moment: { hash: KeyedHash; now: number },
): Promise<string | null> {
  const found = await findLead(storage, id)
  const definition = Object.hasOwn(site.partners.all, partner) ? site.partners.all[partner] : undefined
  const form = found?.lead.erased_at === null ? await storedForm(storage, String(found.lead.definition)) : null
  if (!found || !definition || !form) return null
  const decision: Decision = { partner, taken: true, day: '', price: null, reason: 'taken', detail: '' }
  const routing = { decisions: [decision], days: [], windows: [], contacts: [] }
  const made = storedAgain(site, found, form, moment).deliveriesAt({ [partner]: definition }, routing)
  return made.find((each) => each.delivery === delivery)?.payload ?? null
}
