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
  const results = await storage.atomic([...ids.map((id) => eraseLead(id, at)), ...ids.flatMap(eraseTraces), ...notes])
  return ids.filter((_, index) => (results[index]?.length ?? 0) > 0)
}

function eraseLead(id: string, at: string): Statement {
  const sql = `${erasing} UPDATE leads SET answers = '{}', attribution = '{}',
      idempotency_key = NULL, key_scope = NULL, body_hash = '', erased_at = ?
    WHERE id = ? AND erased_at IS NULL RETURNING id`
  return { sql, parameters: [at, id] }
}

function eraseTraces(id: string): Statement[] {
  return [
    { sql: 'UPDATE consents SET ip = NULL, user_agent = NULL WHERE lead_id = ?', parameters: [id] },
    {
      sql: `UPDATE deliveries SET payload = '', last_error = NULL,
          state = CASE WHEN state IN ('pending', 'later', 'dead') THEN 'erased' ELSE state END
        WHERE subject_id = ?`,
      parameters: [id],
    },
    { sql: 'DELETE FROM partner_contacts WHERE lead_id = ?', parameters: [id] },
    { sql: 'DELETE FROM mailed_addresses WHERE subject_id = ?', parameters: [id] },
  ]
}
