import { contentHash } from '#engine/node/hash.ts'
import type { Statement } from '../storage/storage.ts'
import type { DeliveryRow } from '../storage/tables/tables.ts'

/** What a message is about. The id is a UUID; of a mail that is its own subject, one of version 7. */
export interface Subject {
  kind: DeliveryRow['subject_kind']
  id: string
}

/** A message on its way to whoever gets it. `payload` is frozen here: every attempt sends these bytes. */
export type NewMessage = Pick<DeliveryRow, 'partner' | 'delivery' | 'kind' | 'payload'>

/** What tells later messages by a partner's delivery from that of the lead itself. No id in definitions holds a slash. */
export function laterBy(delivery: string, what: 'unsubscribed'): string {
  return `${delivery}/${what}`
}

/** The partner's delivery that a message goes by. */
export function wayOf(delivery: string): string {
  return delivery.split('/')[0] ?? delivery
}

export const messageColumns = [
  ...(['id', 'subject_kind', 'subject_id', 'partner', 'delivery', 'kind', 'payload', 'due_at'] as const),
] as const

/** A message as it comes into the outbox. */
export type MessageRow = Pick<DeliveryRow, (typeof messageColumns)[number]>

/** @param dueAt milliseconds since the epoch */
export function messageRow({ kind, id }: Subject, message: NewMessage, dueAt: number): MessageRow {
  return { id: messageId(id, message), subject_kind: kind, subject_id: id, ...message, due_at: dueAt }
}

/**
 * Receivers drop repeats by this id, so it is a function of subject and destination: a UUID of version 8 (RFC 9562,
 * section 5.8) with the subject's time, which keeps messages of one time together in the index, and a hash.
 */
function messageId(subject: string, { partner, delivery }: NewMessage): string {
  const hash = contentHash(`${subject} ${partner}/${delivery}`)
  return `${subject.slice(0, 13)}-8${hash.slice(0, 3)}-a${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

const insert = `INSERT INTO deliveries (${messageColumns.join(', ')})
  VALUES (${messageColumns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`

/** Puts a message into the outbox; the same one once, however often it is put there. @param dueAt ms since the epoch */
export function insertMessage(subject: Subject, message: NewMessage, dueAt: number): Statement {
  const row = messageRow(subject, message, dueAt)
  return { sql: insert, parameters: messageColumns.map((column) => row[column]) }
}
