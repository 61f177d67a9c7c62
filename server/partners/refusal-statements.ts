import type { Lead } from '../leads/lead.ts'
import type { ClaimedDelivery } from '../outbox/claim.ts'
import type { Statement } from '../storage/storage.ts'

/** A delivery that a partner refused, and how many partners had refused its lead before. */
export interface RefusedDelivery {
  delivery: ClaimedDelivery
  /** What the partner said. */
  error: string
  before: number
}

/** Goes first: who erases the lead in the same moment comes before, which is seen, or after, and erases all of it. */
export function holdLead(id: string): Statement {
  return { sql: 'UPDATE leads SET erased_at = NULL WHERE id = ? AND erased_at IS NULL', parameters: [id] }
}

/**
 * Undoes everything unless the delivery was settled as refused just now, its lead is not erased or unsubscribed, and
 * nobody else has passed it on since it was looked at.
 */
export function guardRefusal({ delivery, before }: RefusedDelivery): Statement {
  const { id, subject, partner, attempt, replay } = delivery
  return {
    sql: `INSERT INTO guards (holds) SELECT NULL WHERE NOT (
      EXISTS (SELECT 1 FROM deliveries WHERE id = ? AND state = 'refused' AND attempts = ? AND replay = ?)
      AND EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at IS NULL)
      AND EXISTS (SELECT 1 FROM routings WHERE lead_id = ? AND partner = ? AND taken = 1)
      AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE lead_id = ? AND state <> 'confirmed')
      AND (SELECT count(*) FROM routings WHERE lead_id = ? AND reason = 'refused') = ?)`,
    parameters: [id, attempt, replay, subject, subject, partner, subject, subject, before],
  }
}

/** The partner has the lead no more: what has not left is called off, and it counts against nothing. */
export function markRefused({ delivery: { subject, partner, delivery }, error }: RefusedDelivery): Statement[] {
  return [
    {
      // What tells of the lead later, and not of the lead itself, has a slash in its name.
      sql: `UPDATE deliveries SET state = 'refused', lease_until = NULL, last_error = ?
        WHERE subject_id = ? AND partner = ? AND state IN ('pending', 'held', 'dead') AND delivery NOT LIKE '%/%'`,
      parameters: [`The partner refused the lead (${delivery}).`, subject, partner],
    },
    {
      sql: `UPDATE routings SET taken = 0, reason = 'refused', detail = ? WHERE lead_id = ? AND partner = ?`,
      parameters: [error, subject, partner],
    },
    {
      sql: 'DELETE FROM partner_contacts WHERE lead_id = ? AND partner = ?',
      parameters: [subject, partner],
    },
  ]
}

/** Makes place for what is decided now about partners that did not get the lead before. */
export function forgetDecisions({ id, routing }: Pick<Lead, 'id' | 'routing'>): Statement[] {
  return routing.decisions.map(({ partner }) => ({
    sql: 'DELETE FROM routings WHERE lead_id = ? AND partner = ?',
    parameters: [id, partner],
  }))
}
