import { randomFillSync, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { contentHash } from '#engine/node'
import { keyAt } from '#engine/site'
import {
  compile,
  erasing,
  inTime,
  type Row,
  rowInsert,
  type Statement,
  type Storage,
  withDeadline,
} from '#server/storage'
import { insertContacts } from './contact-hashes.ts'
import { type ClaimedDelivery, type Outcome, recordOutcome } from './deliveries.ts'
import type { LeadRecord } from './find-leads.ts'
import { guardLimit, limitLock } from './form-limits.ts'
import type { ConsentEvidence, Lead } from './lead.ts'
import { cancelled, guard, holdLead, ifStored, isGuarded, mayBe } from './lifecycle.ts'
import { insertDelivery, insertTimedMail } from './messages.ts'
import { forgetDecisions, guardRejection, markRejected, routingLocks, routingStatements } from './routings.ts'
import { insertSubscription, subscriptionLock, subscriptionLocks } from './subscriptions.ts'
import type { ConsentRow, LeadRow } from './tables.ts'
import { db } from './tables.ts'
import { contactsOf, forgetUndo, remember } from './undo.ts'

/** How long a finding holds, in ms: so often at most is something written. */
const freshFor = 1000

/** How long a caller waits, and how long storage may take, in ms. */
const callerDeadlineMs = 900

const storageDeadlineMs = 4000

/** More than nearly all leads have. */
const bulk = 'x'.repeat(8000)

/** Random bytes fetched at a time: to ask the system for those of each id costs more than all else about it. */
const size = 4096

/** What an id takes of them. */
const share = 16

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
function insertLead(lead: Lead): Statement {
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

/** Notes a consent that is given later than the lead was sent, the first time. @param lead its row */
export function insertLaterConsent(
  lead: Row,
  { id, purpose, text, givenAt, ip, userAgent, locale }: LaterConsent,
): Statement {
  const values = { purpose, text, text_hash: contentHash(text), granted: 1, locale, given_at: givenAt }
  const row = {
    ...values,
    lead_id: lead.id,
    consent: id,
    page: lead.page,
    definition: lead.definition,
    ip,
    user_agent: userAgent,
  }
  return {
    sql: `INSERT INTO consents (${consentColumns.join(', ')})
      SELECT ${consentColumns.map((name) => (name === 'granted' ? 'CAST(? AS INTEGER)' : 'CAST(? AS TEXT)')).join(', ')}
      WHERE EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at IS NULL) ON CONFLICT DO NOTHING`,
    parameters: [...consentColumns.map((name) => row[name] ?? null), lead.id],
  }
}

/** A consent that is given when something is chosen. */
interface LaterConsent extends Pick<ConsentEvidence, 'purpose' | 'text' | 'givenAt' | 'ip' | 'userAgent'> {
  id: string
  locale: string
}

/** Inserts the evidence of one consent, if this transaction stored the lead. */
function insertConsent(lead: Lead, evidence: ConsentEvidence): Statement {
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
  /** `existing` is null when what the lead rests on changed, as a partner's cap does, or its form is full: look again. */
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
 * @param after those that rely on the lead being there
 * @param limit how many leads the form takes; null for any number
 */
export async function storeLead(
  storage: Storage,
  lead: Lead,
  more: readonly Statement[] = [],
  after: readonly Statement[] = [],
  limit: number | null = null,
): Promise<StoreOutcome> {
  const limited = limit === null ? [] : limitLock(storage, lead.form)
  const before = [...limited, ...routingLocks(storage, lead), ...subscriptionLocks(storage, lead.subscription), ...more]
  const statements = [
    ...before,
    insertLead(lead),
    ...lead.consents.map((consent) => insertConsent(lead, consent)),
    ...insertContacts(lead),
    ...lead.deliveries.map((delivery) => insertDelivery(lead, delivery)),
    ...routingStatements(lead),
    ...lead.mails.flatMap((mail) => insertTimedMail(lead, mail)),
    ...insertSubscription(lead),
    ...(limit === null ? [] : [guardLimit(lead, limit)]),
    ...after,
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
 * @param found the lead as it waits
 * @param wait for how long nothing is sent, in ms
 * @param after statements of the same transaction
 * @returns false when somebody else approved it first, or what it was routed on has changed: look at it again
 */
export async function approve(
  storage: Storage,
  lead: DatedLead & Pick<Lead, 'mails' | 'subscription'>,
  found: LeadRecord,
  wait: number,
  after: readonly Statement[] = [],
): Promise<boolean> {
  const due = dueAfter(lead, wait)
  const { id } = lead
  const counted = lead.routing.days
  const contacts = await contactsOf(storage, id)
  try {
    await storage.atomic([
      ...storage.lock(`approve ${id}`),
      // An operator may approve more than a form takes; who stores one meanwhile waits to count it.
      ...limitLock(storage, lead.form),
      ...routingLocks(storage, lead),
      ...subscriptionLocks(storage, lead.subscription),
      guard('NOT EXISTS (SELECT 1 FROM leads WHERE id = ? AND suspicion IS NOT NULL AND erased_at IS NULL)', [id]),
      { sql: 'UPDATE leads SET suspicion = NULL WHERE id = ?', parameters: [id] },
      { sql: 'DELETE FROM routings WHERE lead_id = ?', parameters: [id] },
      ...lead.deliveries.map((delivery) => insertDelivery(due, delivery)),
      ...routingStatements(lead),
      ...lead.mails.flatMap((mail) =>
        insertTimedMail(lead, wait === 0 ? mail : { ...mail, notBefore: mail.notBefore ?? Date.parse(due.receivedAt) }),
      ),
      ...insertSubscription(lead, String(found.lead.received_at)),
      // Who has signed up is asked to confirm, or may have left meanwhile.
      lead.subscription ? forgetUndo(id) : remember('release', found, { contacts, counted }),
      ...after,
    ])
  } catch (error) {
    if (isGuarded(error)) return false
    throw error
  }
  storage.notify()
  return true
}

/** A lead whose deliveries are due some time later. @param wait ms */
function dueAfter<T extends { receivedAt: string }>(lead: T, wait: number): T {
  return { ...lead, receivedAt: new Date(Date.parse(lead.receivedAt) + wait).toISOString() }
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

/** A lead that an operator gives to a partner that did not get it. */
export interface HandingOver {
  lead: DatedLead
  /** The lead as that was read. */
  found: LeadRecord
  /** Those of them that could not be reached, with the day that it counts on: they give it back. */
  givenUp: readonly { partner: string; day: string | null }[]
  /** The hash of the address that the lead subscribed with; null where it subscribes to nothing. */
  subscriber: string | null
  /** For how long nothing is sent, in ms. */
  wait: number
}

/**
 * Gives a lead to another partner, in one transaction. What was given up at those that could not be reached is cancelled.
 * @returns false when what that was decided on has changed: look at it again
 */
export async function handOver(
  storage: Storage,
  { lead, found, givenUp, subscriber, wait }: HandingOver,
): Promise<boolean> {
  const { id } = lead
  const holders = found.routings.filter(({ taken }) => taken === 1).length
  const givenBack = givenUp.flatMap(({ partner, day }) => (day === null ? [] : [{ partner, day }]))
  const contacts = await contactsOf(storage, id)
  try {
    await storage.atomic([
      ...routingLocks(storage, lead),
      ...(subscriber === null ? [] : storage.lock(subscriptionLock(subscriber))),
      holdLead(id),
      guard(
        `NOT EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at IS NULL AND suspicion IS NULL)
          OR EXISTS (SELECT 1 FROM subscriptions WHERE lead_id = ? AND state <> 'confirmed')
          OR (SELECT count(*) FROM routings WHERE lead_id = ? AND taken = 1) <> ?`,
        [id, id, id, holders],
      ),
      ...givenUp.flatMap(({ partner }) => [
        guard(
          `EXISTS (SELECT 1 FROM deliveries WHERE subject_id = ? AND partner = ? AND topic = 'lead' AND state <> 'dead')`,
          [id, partner],
        ),
        {
          sql: `${erasing} UPDATE deliveries SET ${cancelled('handOver')} WHERE subject_id = ? AND partner = ? AND ${mayBe('handOver')}`,
          parameters: [id, partner],
        },
        {
          sql: `UPDATE routings SET taken = 0, reason = 'handed-over', detail = ? WHERE lead_id = ? AND partner = ?`,
          parameters: ['It could not be reached, and an operator gave the lead to another partner.', id, partner],
        },
        { sql: 'DELETE FROM partner_contacts WHERE lead_id = ? AND partner = ?', parameters: [id, partner] },
      ]),
      ...forgetDecisions(lead),
      ...lead.deliveries.map((one) => insertDelivery({ ...dueAfter(lead, wait), subscription: null }, one)),
      ...routingStatements({ ...lead, subscription: null }, givenBack),
      remember('hand-over', found, {
        ...{ contacts, counted: lead.routing.days, givenBack },
        cancels: givenUp.map(({ partner }) => partner),
      }),
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

/**
 * Ids of version 7, whose order is the order in which they were made: those of one millisecond count on from a random
 * number (RFC 9562, section 6.2, method 1). @param now milliseconds since the epoch
 */
export function leadIds(now: () => number): () => string {
  const pool = Buffer.alloc(size)
  let used = size
  let last = Number.NaN
  let seq = 0
  return () => {
    if (used === size) {
      randomFillSync(pool)
      used = 0
    }
    const random = pool.subarray(used, used + share)
    used += share
    const msecs = now()
    // It begins in the lower half of its 32 bits: no millisecond makes so many that it overflows.
    seq = msecs === last ? seq + 1 : random.readUInt32BE() >>> 1
    last = msecs
    return v7({ msecs, seq, random })
  }
}

/**
 * Tells whether a lead could be stored now: null, or why not. It stores one as large as any and removes it again in the
 * same transaction, so that a full disk, a missing right or a database that only reads are found out, and nobody else
 * ever sees it. Answers within a second; callers share what was found.
 * @param now milliseconds since the epoch
 */
export function leadProbe(storage: Storage, now: () => number): () => Promise<string | null> {
  let found: { reason: string | null; at: number } | null = null
  let underWay: Promise<string | null> | null = null

  async function probe(): Promise<string | null> {
    const reason = await withDeadline(storageDeadlineMs, () => storage.atomic(comeAndGo(now()))).then(
      () => null,
      (error: Error) => error.message,
    )
    found = { reason, at: performance.now() }
    underWay = null
    return reason
  }

  return async () => {
    if (found && performance.now() - found.at < freshFor) return found.reason
    underWay ??= probe()
    return inTime(callerDeadlineMs, underWay).catch((error: Error) => error.message)
  }
}

function comeAndGo(now: number): Statement[] {
  const id = v7({ msecs: now })
  const receivedAt = new Date(now).toISOString()
  const lead: Lead = {
    ...{ id, receivedAt, form: '', locale: '', brand: '', page: null, definition: '' },
    ...{ answers: { bulk }, attribution: {}, test: true, via: 'api', suspicion: null },
    ...{ idempotencyKey: null, keyScope: null, bodyHash: '' },
    ...{
      consents: [],
      deliveries: [],
      contacts: [],
      mails: [],
      subscription: null,
      routing: { decisions: [], days: [], windows: [], contacts: [] },
    },
  }
  const evidence = { consent: '', purpose: '', text: '', textHash: '', granted: false, givenAt: receivedAt }
  return [
    insertLead(lead),
    insertConsent(lead, { ...evidence, ip: null, userAgent: null }),
    insertDelivery(lead, { partner: '', delivery: '', kind: 'pull', payload: bulk }),
    { sql: 'DELETE FROM deliveries WHERE subject_id = ?', parameters: [id] },
    { sql: 'DELETE FROM consents WHERE lead_id = ?', parameters: [id] },
    { sql: 'DELETE FROM leads WHERE id = ?', parameters: [id] },
  ]
}

/** What a submission is known again by. */
interface Sent {
  form: string
  key: string
  /** The hash of what was sent. */
  bodyHash: string
}

/**
 * An API caller's key. The same key with the same body is the same lead, from whatever address it comes: a program that
 * tries again may leave by another. With another body it is the mistake of a caller that used it before, and a stranger's
 * own key otherwise: nobody signs in, so a caller is known by its address and by what it calls itself.
 *
 * Both hold the key before any hash: keys that are made here are in the order of time, and an index of hashes would change
 * a page of the database for each lead.
 */
export function apiKeys({ form, key, bodyHash }: Sent, ip: string, userAgent: string): Keys {
  return {
    idempotencyKey: `api ${form} ${key} ${bodyHash}`,
    keyScope: `${key} ${contentHash(JSON.stringify(['api', form, key, ip, userAgent]))}`,
  }
}

/**
 * The key of a filled page, whether it was sent with JavaScript or without. A visitor who goes back and corrects an
 * answer sends a new lead; a second press of the button does not.
 */
export function pageKeys({ form, key, bodyHash }: Sent): Keys {
  return { idempotencyKey: `page ${form} ${fillingOf(key)} ${bodyHash}`, keyScope: null }
}

/** What a filling is known by: a hash of the key that its page carries, as the lead of a page has it in its own. */
export function fillingOf(key: string): string {
  return contentHash(key)
}

/** What the filling of a page is known by in a key made of it; null in any other. */
export function fillingIn({ idempotencyKey }: Pick<Keys, 'idempotencyKey'>): string | null {
  return /^page \S+ (\S+) \S+$/.exec(idempotencyKey ?? '')?.[1] ?? null
}

/** A key for a form that is begun now. @param now milliseconds since the epoch */
export function mintKey(now: number): string {
  return keyAt(now, randomUUID())
}
