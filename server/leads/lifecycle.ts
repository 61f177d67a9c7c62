import { type Statement, StatementFailed } from '#server/storage'

/**
 * The life of a lead: every state, and what each verb does to it. SQL conditions are generated from here, the tests walk
 * it and the docs print it. Only modules of this folder write the tables of leads; nothing else changes a state.
 */

/** The states of a delivery, with what each means. */
export const deliveryStates = {
  held: 'Waits until the visitor confirms the subscription.',
  scheduled: 'Waits for its time, or for the daily mail limit of its address.',
  pending: 'Waits for its next attempt, or for the partner to read it; or is being sent (with a lease).',
  delivered: 'The partner or the mail server accepted it.',
  rejected: 'The partner rejected this lead.',
  bounced: 'The mailbox does not exist.',
  dead: 'Failed after the last attempt; an operator can replay it.',
  cancelled: 'Will not be sent; the reason is in `cancel_reason`.',
  erased: 'Its content was erased with the lead.',
} as const

export type DeliveryState = keyof typeof deliveryStates

/** Why a delivery was cancelled. */
export const cancelReasons = {
  unsubscribed: 'The visitor unsubscribed.',
  expired: 'The subscription was not confirmed in time.',
  duplicate: 'The address was already subscribed, so partners have it.',
  superseded: 'A later delivery replaced it, or its purpose is fulfilled.',
} as const

export type CancelReason = keyof typeof cancelReasons

/**
 * What deliveries are for. `isExempt`: it leaves whatever became of the lead, since it serves the withdrawal or was asked
 * for just now. `beforeConfirmation`: it leaves before a subscription is confirmed. `dailyMails`: how many an address gets
 * in 24 hours; what is more is delayed, never dropped.
 */
export const topics = {
  lead: { isExempt: false, beforeConfirmation: false, dailyMails: null },
  choice: { isExempt: false, beforeConfirmation: false, dailyMails: null },
  'unsubscribe-notice': { isExempt: true, beforeConfirmation: true, dailyMails: null },
  confirmation: { isExempt: false, beforeConfirmation: true, dailyMails: 3 },
  receipt: { isExempt: false, beforeConfirmation: true, dailyMails: 3 },
  reminder: { isExempt: false, beforeConfirmation: false, dailyMails: 3 },
  offers: { isExempt: false, beforeConfirmation: false, dailyMails: 6 },
  'offer-expiry': { isExempt: false, beforeConfirmation: false, dailyMails: 3 },
  // Nobody's way out may be used up by others: this only bounds what an inbox gets from a script.
  'unsubscribe-link': { isExempt: true, beforeConfirmation: true, dailyMails: 24 },
  resume: { isExempt: true, beforeConfirmation: true, dailyMails: 3 },
} as const

export type Topic = keyof typeof topics

/** The states of a subscription. */
export const subscriptionStates = ['pending', 'confirmed', 'unsubscribed', 'expired'] as const

export type SubscriptionState = (typeof subscriptionStates)[number]

/** What a verb does to deliveries: `of` limits it to some topics. */
export interface DeliveryTransition {
  from: readonly DeliveryState[]
  to: readonly DeliveryState[]
  of?: readonly Topic[]
  reason?: CancelReason
}

/** What a verb does to subscriptions. */
export interface SubscriptionTransition {
  from: readonly SubscriptionState[]
  to: SubscriptionState
}

interface Verb {
  does: string
  deliveries?: DeliveryTransition
  subscription?: SubscriptionTransition
}

const unsent = ['held', 'scheduled', 'pending'] as const
const aboutLead = ['lead', 'choice', 'confirmation', 'receipt', 'reminder', 'offers', 'offer-expiry'] as const

/** Each verb is one transaction. What it is decided on is asked again within, or guarded. */
export const verbs = {
  confirm: {
    does: 'The visitor presses the button of the confirmation page: partners get the lead, which counts from this time.',
    deliveries: { from: ['held'], to: ['pending'] },
    subscription: { from: ['pending'], to: 'confirmed' },
  },
  dropDuplicate: {
    does: 'The address confirms an existing subscription: the lead is not sent twice.',
    deliveries: { from: ['held'], to: ['cancelled'], reason: 'duplicate' },
  },
  activate: {
    does: 'The time of a scheduled delivery arrives, and its address is below the daily mail limit.',
    deliveries: { from: ['scheduled'], to: ['pending'] },
  },
  advance: {
    does: 'All partners have answered, so the mail with the offers no longer waits for the end of their time.',
    deliveries: { from: ['scheduled'], to: ['scheduled'], of: ['offers'] },
  },
  supersede: {
    does: 'Of several delayed mails for one purpose and address, only the last one is sent.',
    deliveries: { from: ['scheduled'], to: ['cancelled'], reason: 'superseded' },
  },
  recordOutcome: {
    does: 'An attempt ended. When a confirmation was sent, the validity period of its link begins.',
    deliveries: { from: ['pending'], to: ['delivered', 'pending', 'rejected', 'bounced', 'dead', 'cancelled'] },
  },
  reroute: {
    does: 'A partner rejected the lead: the lead goes to the next partner that accepts such leads.',
    deliveries: { from: ['held', 'pending', 'dead'], to: ['rejected'], of: ['lead'] },
  },
  handOver: {
    does: 'An operator gives the lead to another partner in place of one that could not be reached.',
    deliveries: { from: ['dead'], to: ['cancelled'], of: ['lead'], reason: 'superseded' },
  },
  replay: {
    does: 'An operator resends a dead or delivered delivery.',
    deliveries: { from: ['dead', 'delivered', 'bounced'], to: ['pending'] },
  },
  pull: {
    does: 'The partner reads its feed: the lead gets its number in the feed.',
    deliveries: { from: ['pending'], to: ['delivered'] },
  },
  settleByHand: {
    does: 'An operator notified a partner that has no request for withdrawals.',
    deliveries: { from: ['dead'], to: ['delivered'], of: ['unsubscribe-notice'] },
  },
  unsubscribe: {
    does: 'The address unsubscribes from a brand, or an operator does it for them: pending deliveries are cancelled, and each partner that may have a lead is notified.',
    deliveries: { from: [...unsent, 'dead'], to: ['cancelled'], of: aboutLead, reason: 'unsubscribed' },
    subscription: { from: ['pending', 'confirmed'], to: 'unsubscribed' },
  },
  expire: {
    does: 'The confirmation period ends: the subscription expires, and the lead is erased.',
    deliveries: { from: [...unsent, 'dead'], to: ['cancelled'], of: aboutLead, reason: 'expired' },
    subscription: { from: ['pending'], to: 'expired' },
  },
  erase: {
    does: 'All personal data is erased. A pending notice keeps only ids, and is still sent.',
    deliveries: { from: [...unsent, 'dead'], to: ['erased'], of: [...aboutLead, 'unsubscribe-link', 'resume'] },
  },
  finish: {
    does: 'A saved form was sent, was replaced or has expired: its mail is no longer needed.',
    deliveries: { from: [...unsent, 'dead'], to: ['cancelled'], of: ['resume'], reason: 'superseded' },
  },
} as const satisfies Record<string, Verb>

export type VerbName = keyof typeof verbs

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/** The deliveries that a verb may change, as an SQL condition on their row. */
export function mayBe(verb: Exclude<VerbName, never>, row = 'deliveries'): string {
  const { from, of } = (verbs[verb] as Verb).deliveries ?? { from: [] }
  const states = `${row}.state IN (${list(from)})`
  return of ? `${states} AND ${row}.topic IN (${list(of)})` : states
}

/** The subscriptions that a verb may change, as an SQL condition on their row. */
export function subscriptionMayBe(verb: 'confirm' | 'unsubscribe' | 'expire', row = 'subscriptions'): string {
  return `${row}.state IN (${list(verbs[verb].subscription.from)})`
}

/** Empties a delivery and cancels it, as the SET of an update. */
export function cancelled(
  verb: 'dropDuplicate' | 'supersede' | 'handOver' | 'unsubscribe' | 'expire' | 'finish',
): string {
  return `state = 'cancelled', cancel_reason = '${verbs[verb].deliveries.reason}', payload = '', last_error = NULL, tries = ''`
}

const topicsWith = (is: (topic: (typeof topics)[Topic]) => boolean) =>
  list(Object.entries(topics).flatMap(([name, topic]) => (is(topic) ? [name] : [])))

/**
 * Whether a delivery may leave, as an SQL condition: its lead is neither erased nor waiting for review, and no subscription
 * of the lead was left, has expired, still waits to be confirmed or is of an address that has left. Asked by whatever makes a delivery `pending`, and again
 * by what claims it.
 */
export function mayLeave(row = 'deliveries'): string {
  return `${row}.payload <> '' AND (${row}.topic IN (${topicsWith(({ isExempt }) => isExempt)}) OR (
    NOT EXISTS (SELECT 1 FROM leads WHERE leads.id = ${row}.subject_id
      AND (leads.erased_at IS NOT NULL OR leads.suspicion IS NOT NULL))
    AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.lead_id = ${row}.subject_id
      AND (subscriptions.state IN ('unsubscribed', 'expired')
        OR (subscriptions.state = 'pending'
          AND ${row}.topic NOT IN (${topicsWith(({ beforeConfirmation }) => beforeConfirmation)}))
        OR (subscriptions.state = 'confirmed' AND EXISTS (SELECT 1 FROM suppressions
          WHERE suppressions.address = subscriptions.address AND suppressions.brand = subscriptions.brand
            AND suppressions.lifted_at IS NULL))))))`
}

/** Makes a delivery that is there due, as the SET of an update. The one place that does; its condition is `mayLeave`. */
export function toPending(due: string): string {
  return `state = 'pending', due_at = ${due}, lease_until = NULL`
}

/** The state of a lead, which is derived and never stored, as an SQL expression on its row. */
export function leadState(row = 'leads'): string {
  const subscription = (state: string) =>
    `EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.lead_id = ${row}.id AND subscriptions.state = '${state}')`
  return `CASE WHEN ${row}.erased_at IS NOT NULL AND ${subscription('expired')} THEN 'expired'
    WHEN ${row}.erased_at IS NOT NULL THEN 'erased' WHEN ${row}.suspicion IS NOT NULL THEN 'awaitingReview'
    WHEN ${subscription('pending')} THEN 'unconfirmed' ELSE 'active' END`
}

/** What `leadState` gives, with what each means. */
export const leadStates = {
  awaitingReview:
    'Appears to be filled in by a program, or reached an end whose leads are held: waits for an operator to approve it.',
  unconfirmed: 'Its subscription waits for the visitor to confirm it by mail.',
  active: 'Partners get it according to its routing.',
  expired: 'Its subscription was not confirmed in time, so it was erased.',
  erased: 'Its personal data was erased; the lead still counts in reports.',
} as const

/** Undoes its transaction when the condition holds: what the transaction was decided on has changed. */
export function guard(condition: string, parameters: readonly unknown[]): Statement {
  return { sql: `INSERT INTO guards (holds) SELECT NULL WHERE ${condition}`, parameters }
}

/** Whether a transaction was undone because what it was decided on is no longer so. */
export function isGuarded(error: unknown): boolean {
  return error instanceof StatementFailed && error.message.includes('guards')
}

/**
 * Ends an insert: of a row whose lead this transaction stored, and of nothing when the lead was a repeat. Asked for each
 * row, since a join may read the table whole.
 * @param lead its id, as it is written in the statement
 */
export function ifStored(lead: string): string {
  return `WHERE (SELECT 1 FROM leads WHERE id = ${lead}) = 1`
}

/**
 * Goes first in what changes a lead's deliveries: whatever else does waits, and is seen whole or comes after. Neither an
 * erasure nor a reroute misses a delivery that the other one makes.
 */
export function holdLead(id: string): Statement {
  return { sql: 'UPDATE leads SET erased_at = NULL WHERE id = ? AND erased_at IS NULL', parameters: [id] }
}
