import { ifStored } from '../leads/if-stored.ts'
import { skipLocked } from '../storage/postgres/postgres-sql.ts'
import { rowInsert } from '../storage/sql.ts'
import type { Statement } from '../storage/storage.ts'
import type { DeliveryRow } from '../storage/tables/tables.ts'
import { type MessageRow, messageColumns, messageRow, type NewMessage } from './message.ts'

const laterRow = rowInsert<MessageRow & Pick<DeliveryRow, 'state'>>(
  'deliveries',
  [...messageColumns, 'state'],
  (value) => `${ifStored(value('subject_id'))} ON CONFLICT DO NOTHING`,
)

/**
 * Puts a message about a lead into the outbox that does not leave before its time, if this transaction stored the lead.
 * Months ahead is no wrong clock here: until its time it is no lane's.
 * @param notBefore milliseconds since the epoch
 */
export function insertLater(lead: string, message: NewMessage, notBefore: number): Statement {
  return laterRow({ ...messageRow({ kind: 'lead', id: lead }, message, notBefore), state: 'later' })
}

/** One row when the time of a message has come. @param now milliseconds since the epoch */
export function selectLater(now: number): Statement {
  return { sql: "SELECT id FROM deliveries WHERE state = 'later' AND due_at <= ? LIMIT 1", parameters: [now] }
}

/** Puts messages whose time has come into their lanes. @param now milliseconds since the epoch */
export function bringLater(now: number): Statement {
  return {
    sql: `UPDATE deliveries SET state = 'pending' WHERE id IN (
      SELECT id FROM deliveries WHERE state = 'later' AND due_at <= ? ORDER BY due_at LIMIT 500 ${skipLocked})`,
    parameters: [now],
  }
}
