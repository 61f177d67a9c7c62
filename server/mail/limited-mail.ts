import { contentHash } from '#engine/node/hash.ts'
import { ifStored } from '../leads/if-stored.ts'
import { type MessageRow, messageColumns, messageRow, type NewMessage } from '../outbox/message.ts'
import type { KeyedHash } from '../secret-key.ts'
import { rowInsert } from '../storage/sql.ts'
import type { Statement } from '../storage/storage.ts'
import type { MailTokenRow } from '../storage/tables/tables.ts'

/** A mail to an address that anybody may have given: it goes into the outbox unless the address has had enough. */
export interface LimitedMail {
  message: NewMessage
  /** The hash of the address it counts against. */
  address: string
  /** Of the links in it, stored if it goes out. `goodFor`: in ms, null for ever. */
  tokens?: readonly (Pick<MailTokenRow, 'hash' | 'purpose' | 'brand'> & { goodFor: number | null })[]
}

/** How many such mails an address gets in a day. */
const most = 3

const day = 24 * 60 * 60 * 1000

/** A secret of each installation: to hash its key anew for each mail costs as much as to judge half a lead. */
const secrets = new WeakMap<KeyedHash, string>()

/** What mails to an address are counted by for a day: `ada+shop@example.com` is the inbox of `ada@example.com`. */
export function addressHash(hash: KeyedHash, address: string): string {
  const secret = secrets.get(hash) ?? hash('address of a mail', '')
  secrets.set(hash, secret)
  return contentHash(`${secret} ${address.toLowerCase().replace(/(?<!^)\+[^@]*(?=@)/, '')}`)
}

const columns = ['address', 'message_id', 'subject_id', 'sent_at'] as const

/**
 * Counts mails unless their address has had enough, or their lead was not stored. A number that another transaction takes
 * at the same time is waited for, and then taken: of mails at once to one address one is sent, and never one too many.
 * @param source the table that the mails are read from
 * @param condition which of them may go out at all
 */
function count(source: string, condition = ifStored('one.subject_id')): string {
  const own = `FROM mailed_addresses WHERE address = one.address`
  // What was counted a day ahead was counted under a wrong clock.
  return `INSERT INTO mailed_addresses (number, ${columns.join(', ')})
    SELECT coalesce((SELECT max(number) ${own}), 0) + 1, ${columns.join(', ')} FROM ${source} AS one
    ${condition}
      AND (SELECT count(*) ${own} AND sent_at > one.sent_at - ${day} AND sent_at < one.sent_at + ${day}) < ${most}
    ON CONFLICT DO NOTHING`
}

const one = '(SELECT ? AS address, ? AS message_id, ? AS subject_id, CAST(? AS BIGINT) AS sent_at)'
const countOne = count(one)
const countLone = count(one, 'WHERE TRUE')
const countMany = count('json_populate_recordset(NULL::mailed_addresses, ?)')
const mailRow = rowInsert<MessageRow>(
  'deliveries',
  messageColumns,
  (value) => `WHERE (SELECT 1 FROM mailed_addresses WHERE message_id = ${value('id')}) = 1 ON CONFLICT DO NOTHING`,
)

const tokenRow = `INSERT INTO mail_tokens (hash, purpose, lead_id, brand, expires_at)
  SELECT ?, ?, ?, ?, CAST(? AS BIGINT) WHERE EXISTS (SELECT 1 FROM mailed_addresses WHERE message_id = ?)`

/** Counts the mail about a lead and puts it into the outbox, if this transaction stored the lead. */
export function insertLimitedMail(
  { id, receivedAt }: { id: string; receivedAt: string },
  mail: LimitedMail | null,
): Statement[] {
  if (!mail) return []
  const now = Date.parse(receivedAt)
  const row = messageRow({ kind: 'lead', id }, mail.message, now)
  const counted = { address: mail.address, message_id: row.id, subject_id: id, sent_at: now }
  return [
    { sql: countOne, parameters: columns.map((column) => counted[column]), many: { sql: countMany, row: counted } },
    mailRow(row),
    ...(mail.tokens ?? []).map(({ hash, purpose, brand, goodFor }) => ({
      sql: tokenRow,
      parameters: [hash, purpose, id, brand, goodFor === null ? null : now + goodFor, row.id],
    })),
  ]
}

/**
 * Counts a mail that belongs to no lead and puts it into the outbox. What comes with it stands only `ifMailed`.
 * @param id the mail's own, a UUID of version 7
 * @param now milliseconds since the epoch
 */
export function insertLoneMail(
  { id, now }: { id: string; now: number },
  { message, address }: Omit<LimitedMail, 'tokens'>,
): { statements: Statement[]; ifMailed: { sql: string; parameters: readonly string[] } } {
  const row = messageRow({ kind: 'mail', id }, message, now)
  return {
    statements: [{ sql: countLone, parameters: [address, row.id, id, now] }, mailRow(row)],
    ifMailed: { sql: 'EXISTS (SELECT 1 FROM mailed_addresses WHERE message_id = ?)', parameters: [row.id] },
  }
}

/** A row of nobody's, written whether a mail goes out or not: who asks for one waits as long in either case. */
export function markAsked(now: number): Statement {
  return {
    sql: `INSERT INTO mailed_addresses (address, number, message_id, subject_id, sent_at) VALUES ('', 0, '', '', ?)
      ON CONFLICT (address, number) DO UPDATE SET sent_at = excluded.sent_at`,
    parameters: [now],
  }
}

/** Forgets what counts no more. @param now milliseconds since the epoch */
export function forgetMailed(now: number): Statement {
  return { sql: 'DELETE FROM mailed_addresses WHERE sent_at <= ?', parameters: [now - day] }
}
