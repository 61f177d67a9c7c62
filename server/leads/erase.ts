import { erasing } from '#server/storage/erasing.ts'
import type { Statement, Storage } from '#server/storage/storage.ts'

/**
 * Erases what a lead says about a person, everywhere; that it came, for which form and when, stays countable.
 * Deliveries that have not left are called off, and a partner's feed leaves the lead out from now on.
 * @param notes what is written down of it in the same transaction
 * @returns the leads that were erased now; one that was erased before is not among them
 */
export async function eraseLeads(
  storage: Storage,
  ids: readonly string[],
  now: number,
  notes: readonly Statement[] = [],
): Promise<string[]> {
  const at = new Date(now).toISOString()
  const results = await storage.atomic([
    ...ids.map((id) => eraseLead(id, at)),
    ...ids.flatMap((id) => eraseTraces(id, now)),
    ...notes,
  ])
  return ids.filter((_, index) => (results[index]?.length ?? 0) > 0)
}

function eraseLead(id: string, at: string): Statement {
  const sql = `${erasing} UPDATE leads SET answers = '{}', attribution = '{}',
      idempotency_key = NULL, key_scope = NULL, body_hash = '', erased_at = ?
    WHERE id = ? AND erased_at IS NULL RETURNING id`
  return { sql, parameters: [at, id] }
}

function eraseTraces(id: string, now: number): Statement[] {
  return [
    ...eraseSubscription(id, now),
    { sql: 'UPDATE consents SET ip = NULL, user_agent = NULL WHERE lead_id = ?', parameters: [id] },
    {
      sql: `UPDATE deliveries SET payload = '', last_error = NULL,
          state = CASE WHEN state IN ('pending', 'held', 'later', 'dead') THEN 'erased' ELSE state END
        WHERE subject_id = ?`,
      parameters: [id],
    },
    // What a partner said of it may repeat what it read.
    { sql: "UPDATE routings SET detail = '' WHERE lead_id = ? AND reason = 'refused'", parameters: [id] },
    { sql: 'DELETE FROM partner_contacts WHERE lead_id = ?', parameters: [id] },
    { sql: 'DELETE FROM mailed_addresses WHERE subject_id = ?', parameters: [id] },
  ]
}

/** That somebody signed up stays countable, and that an address wants no more mail is kept apart from it. */
function eraseSubscription(id: string, now: number): Statement[] {
  return [
    {
      sql: `UPDATE subscriptions SET address = '', confirmed_ip = NULL,
          state = CASE WHEN state = 'pending' THEN 'expired' ELSE state END
        WHERE lead_id = ?`,
      parameters: [id],
    },
    // A link whose time is over can only be told so.
    {
      sql: 'DELETE FROM mail_tokens WHERE lead_id = ? AND (expires_at IS NULL OR expires_at > ?)',
      parameters: [id, now],
    },
  ]
}
