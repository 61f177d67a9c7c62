import { contentHash } from '#engine/node'
import { erasing, type KeyedHash, rowInsert, type Statement } from '#server/storage'
import { cancelled, holdLead, ifStored, mayBe, type Topic, toPending, topics } from './lifecycle.ts'
import type { DeliveryRow, MailTokenRow } from './tables.ts'

/** What a message is about. The id is a UUID; of a mail that is its own subject, one of version 7. */
export interface Subject {
  kind: DeliveryRow['subject_kind']
  id: string
}

/** A message on its way to a partner or a visitor. `payload` is frozen here: every attempt sends these bytes. */
export type NewMessage = Pick<DeliveryRow, 'partner' | 'delivery' | 'kind' | 'payload'> & { topic?: Topic }

/** A mail to an address that anybody may have given: it counts against the address's budget for its topic. */
export interface LimitedMail {
  message: NewMessage & { topic: Topic }
  /** The keyed hash of the address. */
  address: string
  /** Of the links in it. Those to confirm expire some days after the mail was sent; those to unsubscribe never do. */
  tokens?: readonly Pick<MailTokenRow, 'hash' | 'purpose' | 'brand' | 'address'>[]
}

/** A mail that leaves at its time. */
export interface TimedMail extends LimitedMail {
  /** Milliseconds since the epoch; null for at once. */
  notBefore: number | null
}

/** The queue of the mails to visitors, next to those of the partners: no partner's id holds an @. */
export const visitors = '@visitors'

const columns = [
  ...(['id', 'subject_kind', 'subject_id', 'partner', 'delivery', 'kind', 'payload', 'due_at'] as const),
] as const

/** A message as it comes into the outbox. */
type MessageRow = Pick<DeliveryRow, (typeof columns)[number]>

/** @param dueAt milliseconds since the epoch */
function messageRow({ kind, id }: Subject, { topic = 'lead', ...message }: NewMessage, dueAt: number): MessageRow {
  return { id: messageId(id, { ...message, topic }), subject_kind: kind, subject_id: id, ...message, due_at: dueAt }
}

/**
 * Receivers drop repeats by this id, so it is a function of subject and destination: a UUID of version 8 (RFC 9562,
 * section 5.8) with the subject's time, which keeps messages of one time together in the index, and a hash.
 */
function messageId(subject: string, { partner, delivery, topic }: NewMessage): string {
  const hash = contentHash(
    `${subject} ${partner}/${delivery}${topic === 'unsubscribe-notice' ? '/unsubscribed' : topic === 'choice' ? '/chosen' : ''}`,
  )
  return `${subject.slice(0, 13)}-8${hash.slice(0, 3)}-a${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

const leadRow = rowInsert<MessageRow>('deliveries', columns, (value) => ifStored(value('subject_id')))
const heldRow = rowInsert<MessageRow & Pick<DeliveryRow, 'state'>>('deliveries', [...columns, 'state'], (value) =>
  ifStored(value('subject_id')),
)

/** Inserts a delivery of a lead, due at once or held until the lead is confirmed, if this transaction stored the lead. */
export function insertDelivery(
  { id, receivedAt, subscription }: { id: string; receivedAt: string; subscription: { isHeld: boolean } | null },
  message: NewMessage,
): Statement {
  const row = messageRow({ kind: 'lead', id }, message, Date.parse(receivedAt))
  return subscription?.isHeld ? heldRow({ ...row, state: 'held' }) : leadRow(row)
}

/**
 * Inserts the notice that a person withdrew a lead, if an attempt of the lead's own delivery was made: whether it arrived,
 * only the partner knows for sure. A partner without a request for it is told by an operator.
 * @param now milliseconds since the epoch
 */
export function insertNotice(
  lead: string,
  { partner, delivery, kind, payload, bare }: Omit<NewMessage, 'topic'> & { bare: string },
  { now, isBare }: { now: number; isBare: boolean },
): Statement {
  const topic = 'unsubscribe-notice'
  const row = messageRow(
    { kind: 'lead', id: lead },
    { partner, delivery, kind, payload: isBare ? bare : payload, topic },
    now,
  )
  const isByHand = kind === 'manual'
  const all = [...columns, 'topic', 'state', 'last_error', 'bare_payload'] as const
  const values = [
    ...columns.map((name) => row[name]),
    ...[topic, isByHand ? 'dead' : 'pending', isByHand ? 'Its delivery has no request for withdrawals.' : null, bare],
  ]
  return {
    sql: `INSERT INTO deliveries (${all.join(', ')})
      SELECT ${all.map((name) => (name === 'due_at' ? 'CAST(? AS BIGINT)' : 'CAST(? AS TEXT)')).join(', ')}
      WHERE EXISTS (SELECT 1 FROM deliveries WHERE subject_id = ? AND partner = ? AND delivery = ? AND topic = 'lead'
        AND (attempts > 0 OR replay > 0 OR delivered_at IS NOT NULL))
      ON CONFLICT DO NOTHING`,
    parameters: [...values, lead, partner, delivery],
  }
}

/**
 * Inserts what tells a partner that an offer of its was chosen. Where the visitor chose another one of it before, this
 * one takes its place, as a message of its own. @param now milliseconds since the epoch
 */
export function insertChoice(
  lead: string,
  { partner, delivery, kind, payload }: Omit<NewMessage, 'topic'>,
  now: number,
): Statement {
  const row = messageRow({ kind: 'lead', id: lead }, { partner, delivery, kind, payload, topic: 'choice' }, now)
  const all = [...columns, 'topic'] as const
  const values = [...columns.map((name) => row[name]), 'choice']
  return {
    sql: `INSERT INTO deliveries (${all.join(', ')})
      SELECT ${all.map((name) => (name === 'due_at' ? 'CAST(? AS BIGINT)' : 'CAST(? AS TEXT)')).join(', ')}
      WHERE EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at IS NULL)
      ON CONFLICT (subject_id, partner, delivery, topic) DO UPDATE SET payload = excluded.payload,
        ${toPending('excluded.due_at')}, attempts = 0, last_error = NULL, replay = deliveries.replay + 1
        WHERE deliveries.state <> 'cancelled' AND deliveries.state <> 'erased'`,
    parameters: [...values, lead],
  }
}

const day = 24 * 60 * 60 * 1000

/** A secret of each installation: to hash its key again for each mail costs as much as to judge half a lead. */
const secrets = new WeakMap<KeyedHash, string>()

/** What mails to an address are counted by: `ada+shop@example.com` is the inbox of `ada@example.com`. */
export function quotaHash(hash: KeyedHash, address: string): string {
  const secret = secrets.get(hash) ?? hash('address of a mail', '')
  secrets.set(hash, secret)
  return contentHash(`${secret} ${address.toLowerCase().replace(/(?<!^)\+[^@]*(?=@)/, '')}`)
}

const counted = ['address', 'topic', 'message_id', 'subject_id', 'sent_at'] as const

const dailyMails = `CASE one.topic ${Object.entries(topics)
  .flatMap(([name, { dailyMails: most }]) => (most === null ? [] : [`WHEN '${name}' THEN ${most}`]))
  .join(' ')} ELSE 0 END`

/**
 * Counts a mail unless its address has had enough for the topic. A number that another transaction takes at the same time
 * is waited for, and then taken: this one is delayed for a moment then.
 * @param source the table that the mails are read from
 * @param condition which of them count at all
 */
function count(source: string, condition: string): string {
  const own = 'FROM mail_quota WHERE address = one.address AND topic = one.topic'
  // What was counted a day ahead was counted under a wrong clock.
  return `INSERT INTO mail_quota (number, ${counted.join(', ')})
    SELECT coalesce((SELECT max(number) ${own}), 0) + 1, ${counted.join(', ')} FROM ${source} AS one
    ${condition}
      AND (SELECT count(*) ${own} AND sent_at > one.sent_at - ${day} AND sent_at < one.sent_at + ${day}) < ${dailyMails}
    ON CONFLICT DO NOTHING`
}

const one = '(SELECT ? AS address, ? AS topic, ? AS message_id, ? AS subject_id, CAST(? AS BIGINT) AS sent_at)'
const countOne = count(one, ifStored('one.subject_id'))
const countMany = count('json_populate_recordset(NULL::mail_quota, ?)', ifStored('one.subject_id'))
const countStandalone = count(one, 'WHERE TRUE')

const mailColumns = [...columns, 'topic', 'address'] as const
type MailRow = MessageRow & Pick<DeliveryRow, 'topic' | 'address'>

/** A counted mail is due. Any other is delayed: `activate` finds out until when. */
function mailInsert(value: (column: keyof MailRow) => string, from: string): string {
  const names = mailColumns.join(', ')
  const isCounted = `EXISTS (SELECT 1 FROM mail_quota WHERE message_id = ${value('id')})`
  return `INSERT INTO deliveries (${names}, state)
    SELECT ${mailColumns.map(value).join(', ')}, CASE WHEN ${isCounted} THEN 'pending' ELSE 'scheduled' END ${from}`
}

const typed = (name: keyof MailRow) => (name === 'due_at' ? 'CAST(? AS BIGINT)' : 'CAST(? AS TEXT)')
const conflict = 'ON CONFLICT DO NOTHING'
const mailOne = `${mailInsert(typed, ifStored('?'))} ${conflict}`
const mailMany = `${mailInsert(
  (name) => `one.${name}`,
  `FROM json_populate_recordset(NULL::deliveries, ?) AS one ${ifStored('one.subject_id')}`,
)} ${conflict}`
const mailAsked = `${mailInsert(typed, 'WHERE EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at IS NULL)')} ${conflict}`
const mailStandalone = `${mailInsert(typed, 'WHERE TRUE')} ${conflict} RETURNING id, state`

function mailParameters(row: MailRow): unknown[] {
  const own = mailColumns.map((name) => row[name])
  // The id once more, where it is asked whether it was counted.
  return [...own, row.id]
}

const tokenRow = `INSERT INTO mail_tokens (hash, purpose, address, lead_id, brand)
  SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT)
  WHERE EXISTS (SELECT 1 FROM deliveries WHERE id = ? AND payload <> '')`

/** Stores the token of a link, if its mail is there. @param lead whose mail it is */
export function insertToken(
  { hash, purpose, address, brand }: NonNullable<LimitedMail['tokens']>[number],
  { lead, message }: { lead: string; message: string },
): Statement {
  return { sql: tokenRow, parameters: [hash, purpose, address, lead, brand, message] }
}

/** What a mail about a lead is known by. */
export function mailId(lead: string, message: NewMessage): string {
  return messageId(lead, message)
}

/** Counts the mail about a lead and puts it into the outbox, due or delayed, if this transaction stored the lead. */
export function insertLimitedMail(
  { id, receivedAt }: { id: string; receivedAt: string },
  mail: LimitedMail | null,
): Statement[] {
  if (!mail) return []
  const now = Date.parse(receivedAt)
  const row = limitedRow({ kind: 'lead', id }, mail, now)
  const count = countRow(row, mail, now)
  return [
    { sql: countOne, parameters: counted.map((column) => count[column]), many: { sql: countMany, row: count } },
    { sql: mailOne, parameters: [...mailParameters(row), id], many: { sql: mailMany, row } },
    ...(mail.tokens ?? []).map((token) => insertToken(token, { lead: id, message: row.id })),
  ]
}

/**
 * Counts a mail that belongs to no lead and puts it into the outbox, due or delayed. The second statement returns its id
 * and state.
 * @param id the mail's own, a UUID of version 7
 * @param now milliseconds since the epoch
 */
export function insertStandaloneMail(id: string, mail: LimitedMail, now: number): Statement[] {
  const row = limitedRow({ kind: 'mail', id }, mail, now)
  const count = countRow(row, mail, now)
  return [
    { sql: countStandalone, parameters: counted.map((column) => count[column]) },
    { sql: mailStandalone, parameters: mailParameters(row) },
  ]
}

function limitedRow(subject: Subject, { message, address }: LimitedMail, now: number): MailRow {
  return { ...messageRow(subject, message, now), topic: message.topic, address }
}

function countRow({ id, subject_id }: MailRow, { message, address }: LimitedMail, now: number) {
  return { address, topic: message.topic, message_id: id, subject_id, sent_at: now }
}

/** Puts a mail into the outbox, if this transaction stored the lead: what leaves at once counts now, the rest then. */
export function insertTimedMail(lead: { id: string; receivedAt: string }, mail: TimedMail): Statement[] {
  if (mail.notBefore === null) return insertLimitedMail(lead, mail)
  const row = limitedRow({ kind: 'lead', id: lead.id }, mail, mail.notBefore)
  return [{ sql: mailOne, parameters: [...mailParameters(row), lead.id], many: { sql: mailMany, row } }]
}

/**
 * Puts a mail into the outbox that the visitor of a stored lead asks for, once: it leaves at its time. Nothing is written
 * where the lead is erased, or the mail was asked for before.
 */
export function insertAskedMail(lead: string, mail: TimedMail & { notBefore: number }): Statement[] {
  const row = limitedRow({ kind: 'lead', id: lead }, mail, mail.notBefore)
  return [holdLead(lead), { sql: mailAsked, parameters: [...mailParameters(row), lead] }]
}

/** Makes the scheduled mail with a lead's offers due now. @param now milliseconds since the epoch */
export function advanceOffersMail(lead: string, now: number): Statement {
  return {
    sql: `UPDATE deliveries SET due_at = ? WHERE subject_id = ? AND ${mayBe('advance')} AND due_at > ?`,
    parameters: [now, lead, now],
  }
}

/** Cancels the scheduled mail with a lead's offers where that of another lead of the visitor takes its place. */
export function supersedeOffersMail(lead: string, by: string): Statement {
  return {
    sql: `${erasing} UPDATE deliveries SET ${cancelled('supersede')} WHERE subject_id = ? AND topic = 'offers'
      AND ${mayBe('supersede')} AND EXISTS (SELECT 1 FROM deliveries AS other WHERE other.subject_id = ? AND other.topic = 'offers')`,
    parameters: [lead, by],
  }
}

/**
 * What a scheduled mail becomes whose time has come: counted and due, or delayed until its address has room.
 * @param now milliseconds since the epoch
 * @param due what makes it due, if it is counted
 */
export function countScheduled(
  { id, subject, address, topic }: { id: string; subject: string; address: string; topic: Topic },
  now: number,
): { count: Statement; isCounted: string; delay: Statement } {
  const most = topics[topic].dailyMails ?? 1
  const until = `coalesce((SELECT sent_at FROM mail_quota WHERE address = ? AND topic = ?
    ORDER BY sent_at DESC LIMIT 1 OFFSET ${most - 1}), CAST(? AS BIGINT) - ${day} + 1000) + ${day}`
  return {
    count: { sql: countStandalone, parameters: [address, topic, id, subject, now] },
    isCounted: 'EXISTS (SELECT 1 FROM mail_quota WHERE message_id = deliveries.id)',
    delay: {
      sql: `UPDATE deliveries SET due_at = ${until} WHERE id = ? AND state = 'scheduled'`,
      parameters: [address, topic, now, id],
    },
  }
}

/** A row of no address, written whether a mail is made or not: asking for one takes as long in either case. */
export function markAsked(now: number): Statement {
  return {
    sql: `INSERT INTO mail_quota (address, topic, number, message_id, subject_id, sent_at) VALUES ('', '', 0, '', '', ?)
      ON CONFLICT (address, topic, number) DO UPDATE SET sent_at = excluded.sent_at`,
    parameters: [now],
  }
}

/** Forgets what counts no more. @param now milliseconds since the epoch */
export function forgetQuota(now: number): Statement {
  return { sql: 'DELETE FROM mail_quota WHERE sent_at <= ?', parameters: [now - day] }
}
