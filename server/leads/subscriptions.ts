import { createHash, randomBytes } from 'node:crypto'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { compile, erasing, type KeyedHash, type Row, type Statement, type Storage } from '#server/storage'
import { contactHash } from './contact-hashes.ts'
import { countAccepted, guardConfirmed, limitLock } from './form-limits.ts'
import type { NewSubscription } from './lead.ts'
import {
  cancelled,
  guard,
  ifStored,
  isGuarded,
  mayBe,
  mayLeave,
  type SubscriptionState,
  subscriptionMayBe,
  toPending,
} from './lifecycle.ts'
import { insertLimitedMail, insertNotice, mailId, type NewMessage } from './messages.ts'
import { countConfirmed } from './routings.ts'
import type { SubscriptionRow, SuppressionRow } from './tables.ts'
import { db } from './tables.ts'
import { forgetUndo } from './undo.ts'

/** An address, as a keyed hash, and a brand, by its id. */
export interface Addressee {
  address: string
  brand: string
}

/** A lead whose person withdraws it, with the partners' deliveries that were made of it. */
export interface WithdrawnLead {
  lead: Row
  deliveries: { partner: string; delivery: string }[]
}

/**
 * What partners are told when a person withdraws a lead: one notice a delivery. `bare` says the same without personal data,
 * for when the lead is erased. Where a partner has no request for it, the kind is `manual`, and an operator passes it on.
 */
export type DescribeNotices = (
  withdrawn: WithdrawnLead,
  isTheirs: (text: string) => boolean,
  at: string,
) => (Omit<NewMessage, 'topic'> & { bare: string })[]

/**
 * How somebody unsubscribed: with the button of our page, that of a mail program (RFC 8058), by complaining to an operator,
 * or by having data erased.
 */
export type UnsubscribedBy = 'page' | 'one-click' | 'operator' | 'erasure'

/** The token of a mailed link: a bearer secret that appears only in the mail. */
export interface MailToken {
  /** 256 random bits as base64url. */
  token: string
  /** What is stored of it. */
  hash: string
}

export function mintToken(): MailToken {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenHash(token) }
}

/** SHA-256 as base64url; no key, since 256 random bits cannot be guessed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** What a visitor sends as a token; null where it cannot be one. */
export function readToken(sent: unknown): string | null {
  return typeof sent === 'string' && /^[A-Za-z0-9_-]{43}$/.test(sent) ? sent : null
}

/** What a subscriber is known by once the address itself is erased. Capitals make no difference. */
export function subscriberHash(hash: KeyedHash, address: string): string {
  return contactHash(hash, address.trim().toLowerCase())
}

/** Serialises everything that changes whether a brand may write to an address. */
export function subscriptionLock(address: string): string {
  return `subscription ${address}`
}

/** Goes before the statements that store a lead: serialises with unsubscribing. */
export function subscriptionLocks(storage: Storage, subscription: NewSubscription | null): readonly Statement[] {
  return subscription && !subscription.isHeld ? storage.lock(subscriptionLock(subscription.address)) : []
}

/**
 * Stores the subscription of a lead and the mail that asks to confirm it, if this transaction stored the lead. Where
 * sending the form is enough, it is confirmed from the start, at no moment of its own; the transaction is undone if the
 * address has unsubscribed meanwhile.
 * @param signedUpAt when the form was sent, where that was before the moment that the lead bears here
 */
export function insertSubscription(
  lead: {
    id: string
    receivedAt: string
    form: string
    locale: string
    brand: string
    subscription: NewSubscription | null
  },
  signedUpAt = lead.receivedAt,
): Statement[] {
  const { id, receivedAt, form, locale, brand, subscription } = lead
  if (!subscription) return []
  const { address, isHeld, asked } = subscription
  const state: SubscriptionState = isHeld ? 'pending' : 'confirmed'
  const confirmation = asked && mailId(id, asked.message)
  const row = {
    sql: `INSERT INTO subscriptions
        (lead_id, address, brand, form, locale, state, signed_up_at, confirmation_id)
      SELECT ?, ?, ?, ?, ?, ?, ?, ? ${ifStored('?')}`,
    parameters: [id, address, brand, form, locale, state, signedUpAt, confirmation, id],
  }
  const suppressed = {
    sql: `INSERT INTO guards (holds) SELECT NULL ${ifStored('?')}
      AND EXISTS (SELECT 1 FROM suppressions WHERE address = ? AND brand = ? AND lifted_at IS NULL)`,
    parameters: [id, address, brand],
  }
  return [...(isHeld ? [] : [suppressed]), row, ...insertLimitedMail({ id, receivedAt }, asked)]
}

/** Whether an address has unsubscribed from a brand. Rejects with StorageUnavailable. */
export async function isSuppressed(storage: Storage, { address, brand }: Addressee): Promise<boolean> {
  const sql = 'SELECT since FROM suppressions WHERE address = ? AND brand = ? AND lifted_at IS NULL'
  const [rows = []] = await storage.read([{ sql, parameters: [address, brand] }])
  return rows.length > 0
}

/** The last lead by which an address has subscribed at a brand, and has not unsubscribed; null where there is none. */
export async function subscriberOf(
  storage: Storage,
  { address, brand }: Addressee,
): Promise<{ lead: string; answers: string } | null> {
  const sql = `SELECT leads.id, leads.answers FROM subscriptions JOIN leads ON leads.id = subscriptions.lead_id
    WHERE subscriptions.address = ? AND subscriptions.brand = ? AND ${subscriptionMayBe('unsubscribe')}
    ORDER BY leads.id DESC LIMIT 1`
  const [[row] = []] = await storage.read([{ sql, parameters: [address, brand] }])
  return row ? { lead: String(row.id), answers: String(row.answers) } : null
}

/** The hash of the address that a lead subscribed with; null where it subscribes to nothing. */
export async function subscriberAddress(storage: Storage, lead: string): Promise<string | null> {
  const sql = "SELECT address FROM subscriptions WHERE lead_id = ? AND address <> ''"
  const [[row] = []] = await storage.read([{ sql, parameters: [lead] }])
  return row ? String(row.address) : null
}

/**
 * Whether a reminder may leave. `over`: its visitor has unsubscribed, never confirmed it, or asked again later with this
 * form, and the last date counts.
 */
export async function reminderStanding(storage: Storage, lead: string): Promise<'due' | 'unconfirmed' | 'over'> {
  const again = `SELECT 1 FROM subscriptions n JOIN deliveries d ON d.subject_id = n.lead_id
    WHERE n.address = s.address AND n.brand = s.brand AND n.form = s.form AND n.lead_id > s.lead_id AND n.state = 'confirmed'
      AND d.topic = 'reminder' AND d.state NOT IN ('erased', 'cancelled')`
  const sql = `SELECT s.state, CASE WHEN EXISTS (${again}) THEN 1 ELSE 0 END AS again
    FROM subscriptions s WHERE s.lead_id = ?`
  const [[row] = []] = await storage.read([{ sql, parameters: [lead] }])
  if (row?.state === 'pending') return 'unconfirmed'
  return row?.state === 'confirmed' && row.again === 0 ? 'due' : 'over'
}

/** How many leads the form of a lead takes; null for any number. */
export type LimitOf = (lead: { form: string; locale: string; page: string | null }) => number | null

/** Who pressed the button, and when. */
export interface Confirmation {
  token: string
  /** The brand whose page it was pressed on. */
  brand: string
  ip: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Confirms the subscription that a mailed token is for: evidence gets the time and the address, and what was held for
 * partners is due, in one transaction. A token confirms once; pressed again it says the same. Where the form has all the
 * leads that it takes, nothing changes, and the lead expires unless its form takes more by then. Rejects with
 * StorageUnavailable.
 */
export async function confirm(
  storage: Storage,
  partners: Readonly<Record<string, PartnerDefinition>>,
  confirmation: Confirmation,
  limitOf: LimitOf = () => null,
): Promise<'unknown' | 'expired' | 'full' | 'confirmed'> {
  const { token, brand, now } = confirmation
  const hash = tokenHash(token)
  for (;;) {
    const [[found] = [], held = []] = await storage.read([
      {
        sql: `SELECT t.lead_id, t.expires_at, s.state, s.address, s.brand, s.form, s.locale, l.page, l.test
          FROM mail_tokens t LEFT JOIN subscriptions s ON s.lead_id = t.lead_id LEFT JOIN leads l ON l.id = t.lead_id
          WHERE t.hash = ? AND t.purpose = 'confirm' AND t.brand = ?`,
        parameters: [hash, brand],
      },
      {
        sql: `SELECT DISTINCT partner FROM deliveries
          WHERE state = 'held' AND subject_id = (SELECT lead_id FROM mail_tokens WHERE hash = ?)`,
        parameters: [hash],
      },
    ])
    if (!found) return 'unknown'
    if (found.state === 'confirmed') return 'confirmed'
    if (found.state !== 'pending') return 'expired'
    if (found.expires_at !== null && Number(found.expires_at) <= now) return 'expired'
    const [form, page] = [String(found.form), found.page === null ? null : String(found.page)]
    const limit = found.test === 1 ? null : limitOf({ form, locale: String(found.locale), page })
    if (limit !== null && ((await countAccepted(storage, new Map([[form, limit]]))).get(form) ?? 0) >= limit)
      return 'full'
    try {
      await storage.atomic(confirmStatements(storage, found, held, partners, { ...confirmation, limit }))
      storage.notify()
      return 'confirmed'
    } catch (error) {
      // Confirmed, expired or full just then: look again.
      if (!isGuarded(error)) throw error
    }
  }
}

function confirmStatements(
  storage: Storage,
  { lead_id: lead, address, brand, form }: Row,
  held: readonly Row[],
  partners: Readonly<Record<string, PartnerDefinition>>,
  { token, ip, now, limit }: Confirmation & { limit: number | null },
): Statement[] {
  const hash = tokenHash(token)
  const at = new Date(now).toISOString()
  return [
    ...(limit === null ? [] : limitLock(storage, String(form))),
    ...storage.lock(subscriptionLock(String(address))),
    guard(
      `NOT EXISTS (SELECT 1 FROM mail_tokens t JOIN subscriptions s ON s.lead_id = t.lead_id
        WHERE t.hash = ? AND t.used_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?)
          AND ${subscriptionMayBe('confirm', 's')})`,
      [hash, now],
    ),
    {
      sql: `UPDATE subscriptions SET state = 'confirmed', confirmed_at = ?, confirmed_ip = ?
        WHERE lead_id = ? AND ${subscriptionMayBe('confirm')}`,
      parameters: [at, ip, lead],
    },
    ...(limit === null ? [] : [guardConfirmed(String(form), limit)]),
    { sql: 'UPDATE mail_tokens SET used_at = ? WHERE hash = ?', parameters: [now, hash] },
    {
      sql: 'UPDATE suppressions SET lifted_at = ? WHERE address = ? AND brand = ? AND lifted_at IS NULL',
      parameters: [at, address, brand],
    },
    // Partners have who is subscribed already.
    {
      sql: `UPDATE deliveries SET ${cancelled('dropDuplicate')} WHERE subject_id = ? AND ${mayBe('dropDuplicate')}
        AND EXISTS (SELECT 1 FROM subscriptions
          WHERE address = ? AND brand = ? AND form = ? AND state = 'confirmed' AND lead_id <> ?)`,
      parameters: [lead, address, brand, form, lead],
    },
    ...held.flatMap(({ partner }) => countConfirmed(String(lead), String(partner), partners[String(partner)], now)),
    {
      sql: `UPDATE deliveries SET ${toPending('?')} WHERE subject_id = ? AND ${mayBe('confirm')} AND ${mayLeave()}`,
      parameters: [now, lead],
    },
  ]
}

/** What withdrawing works with. */
export interface Withdrawing {
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  describe: DescribeNotices
  /** Milliseconds since the epoch. */
  now: number
}

/** Subscriptions that end in one transaction. Hardly an address has more than a few; those that programs make up do. */
const batch = 200

/**
 * Ends all that an address has subscribed to at a brand, by the token of any mail that went to it, or by a lead that
 * subscribed: in one transaction the address is suppressed, what has not left is cancelled, and partners that may have the
 * leads are notified. What signs
 * up in the same moment ends with it. Once more, or twice at once, is the same as once. Rejects with StorageUnavailable.
 * @returns the forms of the subscriptions that ended now; null where it is no token of the brand, and no such lead
 */
export async function unsubscribe(
  { storage, hash, describe, now }: Withdrawing,
  of: { token: string; brand: string } | { lead: string },
  by: UnsubscribedBy,
): Promise<string[] | null> {
  const known = 'token' in of ? tokenHash(of.token) : null
  const select =
    'token' in of
      ? {
          sql: `SELECT t.lead_id, t.address, s.address AS subscribed, t.brand FROM mail_tokens t
            LEFT JOIN subscriptions s ON s.lead_id = t.lead_id
            WHERE t.hash = ? AND t.purpose = 'unsubscribe' AND t.brand = ?`,
          parameters: [known, of.brand],
        }
      : { sql: 'SELECT lead_id, address, brand FROM subscriptions WHERE lead_id = ?', parameters: [of.lead] }
  const [[found] = []] = await storage.read([select])
  if (!found) return null
  const to = { address: String(found.address || found.subscribed || ''), brand: String(found.brand) }
  const at = new Date(now).toISOString()
  const forms: string[] = []
  for (let isFirst = true; ; ) {
    const ids = await openSubscriptions(storage, to, String(found.lead_id))
    if (ids.length === 0 && !isFirst) break
    const withdrawn = await withdrawnLeads(storage, ids)
    try {
      await storage.atomic([
        ...storage.lock(subscriptionLock(to.address)),
        ...(to.address === '' ? [] : [suppress(to, at)]),
        ...withdrawStatements(withdrawn, {
          by,
          at,
          now,
          describe,
          isTheirs: (text) => subscriberHash(hash, text) === to.address,
        }),
        ...endSubscriptions(ids, at, by),
        ...(known === null
          ? []
          : [{ sql: 'UPDATE mail_tokens SET used_at = ? WHERE hash = ?', parameters: [now, known] }]),
      ])
    } catch (error) {
      // Something of it has changed since it was read: look again.
      if (isGuarded(error)) continue
      throw error
    }
    isFirst = false
    forms.push(...withdrawn.map(({ lead }) => String(lead.form)))
  }
  if (forms.length > 0) storage.notify()
  return forms
}

/** Holds once the subscription of a lead ended at this moment, as an SQL condition. @param now ms since the epoch */
export function isUnsubscribedAt(lead: string, now: number): Statement {
  const sql =
    "EXISTS (SELECT 1 FROM subscriptions WHERE lead_id = ? AND state = 'unsubscribed' AND unsubscribed_at = ?)"
  return { sql, parameters: [lead, new Date(now).toISOString()] }
}

/** The leads by which an address has subscribed and not left yet, and that of the link that was used. */
async function openSubscriptions(storage: Storage, { address, brand }: Addressee, lead: string): Promise<string[]> {
  const sql = `SELECT lead_id FROM subscriptions WHERE ${subscriptionMayBe('unsubscribe')}
    AND ((address = ? AND brand = ? AND address <> '') OR (lead_id = ? AND brand = ?)) ORDER BY lead_id LIMIT ${batch}`
  const [rows = []] = await storage.read([{ sql, parameters: [address, brand, lead, brand] }])
  return rows.map((row) => String(row.lead_id))
}

/** Leads with the deliveries of theirs to partners. */
export async function withdrawnLeads(storage: Storage, ids: readonly string[]): Promise<WithdrawnLead[]> {
  if (ids.length === 0) return []
  const [rows = [], deliveries = []] = await storage.read([
    compile(db.selectFrom('leads').selectAll().where('id', 'in', ids).orderBy('id')),
    compile(
      db
        .selectFrom('deliveries')
        .select(['subject_id', 'partner', 'delivery'])
        .where('topic', '=', 'lead')
        .where('subject_id', 'in', ids),
    ),
  ])
  const bySubject = Map.groupBy(deliveries, ({ subject_id }) => subject_id)
  return rows.map((lead) => ({
    lead,
    deliveries: (bySubject.get(lead.id ?? '') ?? []).map(({ partner, delivery }) => ({
      ...{ partner: String(partner), delivery: String(delivery) },
    })),
  }))
}

/**
 * Tells partners that leads were withdrawn; undone unless their deliveries and erasure are as they were read, so that no
 * partner is forgotten and no address is stored after it was erased.
 */
export function withdrawStatements(
  withdrawn: readonly WithdrawnLead[],
  {
    at,
    now,
    by,
    describe,
    isTheirs,
  }: {
    at: string
    now: number
    by: UnsubscribedBy
    describe: DescribeNotices
    isTheirs: (text: string) => boolean
  },
): Statement[] {
  return withdrawn.flatMap((one) => {
    const id = String(one.lead.id)
    return [
      guard(
        `(SELECT count(*) FROM deliveries WHERE subject_id = ? AND topic = 'lead') <> ?
          OR NOT EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at IS NULL)`,
        [id, one.deliveries.length, id],
      ),
      ...(by === 'erasure'
        ? []
        : [
            {
              sql: `${erasing} UPDATE deliveries SET ${cancelled('unsubscribe')} WHERE subject_id = ? AND ${mayBe('unsubscribe')}`,
              parameters: [id],
            },
          ]),
      forgetUndo(id),
      ...describe(one, isTheirs, at).map((notice) => insertNotice(id, notice, { now, isBare: by === 'erasure' })),
    ]
  })
}

/** Ends subscriptions that are still as they were read. @param at ISO 8601 */
export function endSubscriptions(leads: readonly string[], at: string, by: UnsubscribedBy): Statement[] {
  if (leads.length === 0) return []
  const marks = leads.map(() => '?').join(', ')
  return [
    guard(
      `(SELECT count(*) FROM subscriptions WHERE lead_id IN (${marks}) AND ${subscriptionMayBe('unsubscribe')}) <> ?`,
      [...leads, leads.length],
    ),
    {
      sql: `UPDATE subscriptions SET state = 'unsubscribed', unsubscribed_at = ?, unsubscribed_by = ?
        WHERE lead_id IN (${marks})`,
      parameters: [at, by, ...leads],
    },
  ]
}

/** @param at ISO 8601 */
export function suppress({ address, brand }: Addressee, at: string): Statement {
  return {
    sql: `INSERT INTO suppressions (address, brand, since) VALUES (?, ?, ?)
      ON CONFLICT (address, brand) DO UPDATE SET since = excluded.since, lifted_at = NULL
      WHERE suppressions.lifted_at IS NOT NULL`,
    parameters: [address, brand, at],
  }
}

/** Every address that a brand may write to no more, or might not for a time. */
export async function allSuppressions(storage: Storage): Promise<SuppressionRow[]> {
  const [rows = []] = await storage.read([compile(db.selectFrom('suppressions').selectAll())])
  return rows as unknown as SuppressionRow[]
}

/**
 * Ends what came back with an older copy of the database for addresses that have unsubscribed since, before anything of
 * it is delivered. Partners were told then.
 * @param known what was suppressed when the copy was put in place
 */
export async function reapplySuppressions(storage: Storage, known: readonly SuppressionRow[]): Promise<void> {
  const size = 500
  for (let from = 0; from < known.length; from += size) await storage.atomic(known.slice(from, from + size).map(keep))
  const ended = `SELECT s.lead_id FROM subscriptions s JOIN suppressions x ON x.address = s.address AND x.brand = s.brand
    WHERE ${subscriptionMayBe('unsubscribe', 's')} AND x.lifted_at IS NULL AND s.signed_up_at <= x.since`
  const since = `SELECT x.since FROM suppressions x
    WHERE x.address = subscriptions.address AND x.brand = subscriptions.brand`
  await storage.atomic([
    {
      sql: `${erasing} UPDATE deliveries SET ${cancelled('unsubscribe')}
        WHERE ${mayBe('unsubscribe')} AND subject_id IN (${ended})`,
      parameters: [],
    },
    {
      sql: `UPDATE subscriptions SET state = 'unsubscribed', unsubscribed_at = (${since}), unsubscribed_by = 'page'
        WHERE lead_id IN (${ended})`,
      parameters: [],
    },
  ])
}

function keep({ address, brand, since, lifted_at }: SuppressionRow): Statement {
  const sql = `INSERT INTO suppressions (address, brand, since, lifted_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (address, brand) DO UPDATE SET since = excluded.since, lifted_at = excluded.lifted_at`
  return { sql, parameters: [address, brand, since, lifted_at] }
}

/** The brands that an address has unsubscribed from, whether it came back or not. */
export async function suppressionsOf(
  storage: Storage,
  hash: KeyedHash,
  email: string,
): Promise<Omit<SuppressionRow, 'address'>[]> {
  const select = db
    .selectFrom('suppressions')
    .select(['brand', 'since', 'lifted_at'])
    .where('address', '=', subscriberHash(hash, email))
    .orderBy('brand')
  const [rows = []] = await storage.read([compile(select)])
  return rows as unknown as Omit<SuppressionRow, 'address'>[]
}

/** A subscription as operators see it: whose it is, only its lead says. */
export interface ListedSubscription {
  /** Of the lead that subscribes. */
  lead: string
  brand: string
  form: string
  locale: string
  state: SubscriptionState
  signedUpAt: string
  /** null also where sending the form is enough. */
  confirmedAt: string | null
  unsubscribedAt: string | null
  unsubscribedBy: string | null
}

/** Which subscriptions to list. */
export interface SubscriptionFilter {
  brand?: string
  form?: string
  state?: SubscriptionState
}

/** At most `limit`, and only those older than the lead's id in `before`. */
export interface SubscriptionQuery extends SubscriptionFilter {
  limit: number
  before?: string
}

const listed = [
  ...(['lead_id', 'brand', 'form', 'locale', 'state', 'signed_up_at', 'confirmed_at'] as const),
  ...(['unsubscribed_at', 'unsubscribed_by'] as const),
] as const

/** Lists subscriptions, newest first. The next page begins `before` the last lead of this one. */
export async function listSubscriptions(
  storage: Storage,
  { limit, before, ...filter }: SubscriptionQuery,
): Promise<ListedSubscription[]> {
  let query = subscriptions(filter).select(listed).orderBy('lead_id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('lead_id', '<', before)
  const [rows = []] = await storage.read([compile(query)])
  return rows.map(toListed)
}

/** The subscription of a lead, and for how long its address has been suppressed for the brand; null when there is none. */
export async function findSubscription(
  storage: Storage,
  lead: string,
): Promise<{ subscription: ListedSubscription; suppressedSince: string | null } | null> {
  const [[row] = [], [suppressed] = []] = await storage.read([
    compile(db.selectFrom('subscriptions').select(listed).where('lead_id', '=', lead)),
    {
      sql: `SELECT suppressions.since FROM suppressions JOIN subscriptions
        ON subscriptions.address = suppressions.address AND subscriptions.brand = suppressions.brand
        WHERE subscriptions.lead_id = ? AND suppressions.lifted_at IS NULL`,
      parameters: [lead],
    },
  ])
  if (!row) return null
  return { subscription: toListed(row), suppressedSince: suppressed ? String(suppressed.since) : null }
}

export async function countSubscriptions(storage: Storage, filter: SubscriptionFilter): Promise<number> {
  const [[row] = []] = await storage.read([compile(subscriptions(filter).select(db.fn.countAll().as('count')))])
  return Number(row?.count)
}

/** How many signed up, confirmed and unsubscribed so far, by form. */
export async function subscriptionTotals(
  storage: Storage,
): Promise<{ form: string; signedUp: number; confirmed: number; unsubscribed: number }[]> {
  const [rows = []] = await storage.read([
    {
      sql: `SELECT form, count(*) AS signed_up, count(confirmed_at) AS confirmed, count(unsubscribed_at) AS unsubscribed
        FROM subscriptions GROUP BY form`,
      parameters: [],
    },
  ])
  return rows.map((row) => ({
    form: String(row.form),
    signedUp: Number(row.signed_up),
    confirmed: Number(row.confirmed),
    unsubscribed: Number(row.unsubscribed),
  }))
}

function subscriptions({ brand, form, state }: SubscriptionFilter) {
  let query = db.selectFrom('subscriptions')
  if (brand !== undefined) query = query.where('brand', '=', brand)
  if (form !== undefined) query = query.where('form', '=', form)
  if (state !== undefined) query = query.where('state', '=', state)
  return query
}

function toListed(row: Row): ListedSubscription {
  const text = (name: string) => (row[name] === null || row[name] === undefined ? null : String(row[name]))
  return {
    ...{ lead: String(row.lead_id), brand: String(row.brand), form: String(row.form), locale: String(row.locale) },
    state: String(row.state) as SubscriptionRow['state'],
    signedUpAt: String(row.signed_up_at),
    ...{ confirmedAt: text('confirmed_at'), unsubscribedAt: text('unsubscribed_at') },
    unsubscribedBy: text('unsubscribed_by'),
  }
}
