import { messageColumns, messageRow } from '../outbox/message.ts'
import { erasing } from '../storage/erasing.ts'
import type { Statement } from '../storage/storage.ts'
import type { Notice } from './notices.ts'
import type { Addressee } from './suppressions.ts'

/** How somebody unsubscribed: with the button of our page, or with that of a mail program (RFC 8058). */
export type UnsubscribedBy = 'page' | 'one-click'

/** Subscriptions that end in one transaction. Hardly an address has more than a few; those that programs make up do. */
const batch = 200

/** The subscriptions of an address that it has not left yet, and that of the lead whose link was used. */
export function selectSubscribed({ address, brand }: Addressee, lead: string): Statement {
  return {
    sql: `SELECT lead_id FROM subscriptions WHERE state IN ('pending', 'confirmed')
      AND ((address = ? AND brand = ? AND address <> '') OR lead_id = ?) ORDER BY lead_id LIMIT ${batch}`,
    parameters: [address, brand, lead],
  }
}

/** @param at ISO 8601 */
export function endSubscriptions(leads: readonly string[], at: string, by: UnsubscribedBy): Statement {
  return {
    sql: `UPDATE subscriptions SET state = 'unsubscribed', unsubscribed_at = ?, unsubscribed_by = ?
      WHERE lead_id IN (${marks(leads)})`,
    parameters: [at, by, ...leads],
  }
}

/** Calls off what has not left: to partners, and to the person. What is on its way arrives, and is told of below. */
export function callOff(leads: readonly string[]): Statement {
  return {
    sql: `${erasing} UPDATE deliveries SET payload = '', last_error = NULL, state = 'erased'
      WHERE subject_id IN (${marks(leads)}) AND state IN ('held', 'later', 'pending')`,
    parameters: leads,
  }
}

/** Tells a partner, if a try of the lead's own delivery was made: whether that arrived, only the partner knows for sure. */
export function tell(lead: string, { of, message }: Notice, now: number): Statement {
  const row = messageRow({ kind: 'lead', id: lead }, message, now)
  return {
    sql: `INSERT INTO deliveries (${messageColumns.join(', ')})
      SELECT ${messageColumns.map((name) => (name === 'due_at' ? 'CAST(? AS BIGINT)' : '?')).join(', ')}
      WHERE EXISTS (SELECT 1 FROM deliveries WHERE subject_id = ? AND partner = ? AND delivery = ?
        AND (attempts > 0 OR replay > 0 OR delivered_at IS NOT NULL))
      ON CONFLICT DO NOTHING`,
    parameters: [...messageColumns.map((name) => row[name]), lead, of.partner, of.delivery],
  }
}

/** @param now milliseconds since the epoch */
export function markUsed(token: string, now: number): Statement {
  return { sql: 'UPDATE mail_tokens SET used_at = ? WHERE hash = ?', parameters: [now, token] }
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}
