import { compile, type Row, rowInsert, type Statement, type Storage } from '#server/storage'
import { type ClaimedDelivery, type Outcome, recordOutcome } from './deliveries.ts'
import { guard, holdLead, ifStored, isGuarded } from './guards.ts'
import type { ConsentEvidence, Lead } from './lead.ts'
import { insertDelivery, insertLimitedMail, insertReminder } from './messages.ts'
import { forgetDecisions, guardRejection, markRejected, routingLocks, routingStatements } from './routings.ts'
import { insertSubscription, subscriptionLock, subscriptionLocks } from './subscriptions.ts'
import type { ConsentRow, LeadRow } from './tables.ts'
import { db } from './tables.ts'

type NewLeadRow = Omit<LeadRow, 'erased_at'>

const leadColumns: readonly (keyof NewLeadRow)[] = [
  ...(['id', 'received_at', 'form', 'locale', 'brand', 'page', 'definition'] as const),
  ...(['answers', 'attribution', 'test', 'via', 'suspicion'] as const),
  ...(['idempotency_key', 'key_scope', 'body_hash'] as const),
]
const consentColumns: readonly (keyof ConsentRow)[] = [
  ...(['lead_id', 'consent', 'purpose', 'text', 'text_hash', 'granted'] as const),
  ...(['locale', 'page', 'definition', 'given_at', 'ip', 'user_agent'] as const),
]

// A known key, or one that its holder used for something else, is no error.
const leadRow = rowInsert<NewLeadRow>('leads', leadColumns, () => 'WHERE true ON CONFLICT DO NOTHING RETURNING id')
const consentRow = rowInsert<ConsentRow>('consents', consentColumns, (value) => ifStored(value('lead_id')))

/** Reads the lead that holds an idempotency key, and the one that its caller used the same key for. */
function selectByKeys({ idempotencyKey, keyScope }: Pick<Lead, 'idempotencyKey' | 'keyScope'>): Statement {
  return compile(
    db
      .selectFrom('leads')
      .select(['id', 'received_at', 'definition', 'idempotency_key'])
      .where((row) => row.or([row('idempotency_key', '=', idempotencyKey), row('key_scope', '=', keyScope)])),
  )
}

/** Inserts the lead unless its idempotency key is known; returns one row when it did. */
export function insertLead(lead: Lead): Statement {
  return leadRow({
    id: lead.id,
    received_at: lead.receivedAt,
    form: lead.form,
    locale: lead.locale,
    brand: lead.brand,
    page: lead.page,
    definition: lead.definition,
    answers: JSON.stringify(lead.answers),
    attribution: JSON.stringify(lead.attribution),
    test: lead.test ? 1 : 0,
    via: lead.via,
    suspicion: lead.suspicion,
    idempotency_key: lead.idempotencyKey,
    key_scope: lead.keyScope,
    body_hash: lead.bodyHash,
  })
}

/** Inserts the evidence of one consent, if this transaction stored the lead. */
export function insertConsent(lead: Lead, evidence: ConsentEvidence): Statement {
  return consentRow({
    lead_id: lead.id,
    consent: evidence.consent,
    purpose: evidence.purpose,
    text: evidence.text,
    text_hash: evidence.textHash,
    granted: evidence.granted ? 1 : 0,
    locale: lead.locale,
    page: lead.page,
    definition: lead.definition,
    given_at: evidence.givenAt,
    ip: evidence.ip,
    user_agent: evidence.userAgent,
  })
}

/** What became of a lead: stored now, or known already under its idempotency key. */
export type StoreOutcome =
  | { stored: true }
  /** `existing` is null when what the lead rests on changed, as a partner's cap does: make it again. */
  | { stored: false; existing: ExistingLead | 'conflict' | null }

/** The lead that holds the idempotency key. */
export interface ExistingLead {
  id: string
  receivedAt: string
  definition: string
}

/** The key of a submission, and the caller's key of its form whatever is sent with it. */
export type Keys = Pick<Lead, 'idempotencyKey' | 'keyScope'>

/**
 * Stores a lead with its consent evidence, who gets it, its deliveries, the mails to the visitor and its subscription, in
 * one transaction, which is undone when what that was decided on has changed.
 *
 * When the idempotency key is known nothing is written, and the lead that holds it is returned; `conflict` when its
 * caller used it for something else. Rejects with `StorageUnavailable` when nothing could be stored.
 * @param more statements of the same transaction, without rows of their own
 */
export async function storeLead(storage: Storage, lead: Lead, more: readonly Statement[] = []): Promise<StoreOutcome> {
  const before = [...routingLocks(storage, lead), ...subscriptionLocks(storage, lead.subscription), ...more]
  const statements = [
    ...before,
    insertLead(lead),
    ...lead.consents.map((consent) => insertConsent(lead, consent)),
    ...lead.deliveries.map((delivery) => insertDelivery(lead, delivery)),
    ...routingStatements(lead),
    ...insertLimitedMail(lead, lead.receipt),
    ...insertReminder(lead, lead.reminder),
    ...insertSubscription(lead),
  ]
  const results = await storage.atomic(statements).catch((error) => {
    if (isGuarded(error)) return null
    throw error
  })
  if (results === null) return { stored: false, existing: null }
  if (results[before.length]?.length === 1) return { stored: true }
  // The insert does nothing only for a known key. Hardly a lead has one, so who holds it is looked up after the fact;
  // should that lead be erased just then, this one is made again.
  return { stored: false, existing: await leadOfKeys(storage, lead) }
}

/** A stored lead as it goes to partners now: days, contacts and deliveries count from `receivedAt`. */
export type DatedLead = Pick<
  Lead,
  'id' | 'form' | 'locale' | 'brand' | 'page' | 'test' | 'receivedAt' | 'routing' | 'deliveries'
>

/**
 * Approves a lead that waits for review: it is routed as if it came now, its deliveries and mails are made, in one
 * transaction. A lead is approved once, however many operators do.
 * @param signedUpAt when the form was sent, ISO 8601
 * @returns false when somebody else approved it first, or what it was routed on has changed: look at it again
 */
export async function approve(
  storage: Storage,
  lead: DatedLead & Pick<Lead, 'receipt' | 'reminder' | 'subscription'>,
  signedUpAt: string,
): Promise<boolean> {
  const { id } = lead
  try {
    await storage.atomic([
      ...storage.lock(`approve ${id}`),
      ...routingLocks(storage, lead),
      ...subscriptionLocks(storage, lead.subscription),
      guard('NOT EXISTS (SELECT 1 FROM leads WHERE id = ? AND suspicion IS NOT NULL AND erased_at IS NULL)', [id]),
      { sql: 'UPDATE leads SET suspicion = NULL WHERE id = ?', parameters: [id] },
      { sql: 'DELETE FROM routings WHERE lead_id = ?', parameters: [id] },
      ...lead.deliveries.map((delivery) => insertDelivery(lead, delivery)),
      ...routingStatements(lead),
      ...insertLimitedMail(lead, lead.receipt),
      ...insertReminder(lead, lead.reminder),
      ...insertSubscription(lead, signedUpAt),
    ])
  } catch (error) {
    if (isGuarded(error)) return false
    throw error
  }
  storage.notify()
  return true
}

/** A delivery that its partner rejected, as it was claimed, and where its lead goes next. */
export interface Rerouting {
  delivery: ClaimedDelivery
  outcome: Outcome
  lead: DatedLead
  /** How many partners had rejected the lead before. */
  rejectedBefore: number
  /** The hash of the address that the lead subscribed with; null where it subscribes to nothing. */
  subscriber: string | null
  /** The day on which the lead counts for the partner; null where it counts on none. */
  day: string | null
}

/**
 * Settles a rejected delivery and gives its lead to the next partners, in one transaction, so that a lead is never at more
 * partners than share it, and none is lost between two of them.
 * @param now milliseconds since the epoch
 * @returns false when what that was decided on has changed: look at it again
 */
export async function reroute(
  storage: Storage,
  { delivery, outcome, lead, rejectedBefore, subscriber, day }: Rerouting,
  now: number,
): Promise<boolean> {
  const rejection = { delivery, error: outcome.last_error ?? '', before: rejectedBefore }
  try {
    await storage.atomic([
      ...routingLocks(storage, lead),
      ...(subscriber === null ? [] : storage.lock(subscriptionLock(subscriber))),
      holdLead(lead.id),
      ...recordOutcome(delivery, outcome, now),
      guardRejection(rejection),
      ...markRejected(rejection),
      ...forgetDecisions(lead),
      ...lead.deliveries.map((one) => insertDelivery({ ...lead, subscription: null }, one)),
      ...routingStatements({ ...lead, subscription: null }, day === null ? [] : [{ partner: delivery.partner, day }]),
    ])
  } catch (error) {
    if (isGuarded(error)) return false
    throw error
  }
  storage.notify()
  return true
}

/** The lead that a key stands for already; null for a new key. */
export async function leadOfKeys(storage: Storage, keys: Keys): Promise<ExistingLead | 'conflict' | null> {
  if (keys.idempotencyKey === null) return null
  const [rows = []] = await storage.atomic([selectByKeys(keys)])
  return holderIn(rows, keys)
}

function holderIn(rows: readonly Row[], { idempotencyKey }: Keys): ExistingLead | 'conflict' | null {
  const row = rows.find(({ idempotency_key: key }) => key === idempotencyKey)
  if (!row) return rows.length > 0 ? 'conflict' : null
  return { id: String(row.id), receivedAt: String(row.received_at), definition: String(row.definition) }
}
