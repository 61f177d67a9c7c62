import { type Statement, StatementFailed } from '#server/storage'

/** Undoes its transaction when the condition holds: what the transaction was decided on has changed. */
export function guard(condition: string, parameters: readonly unknown[]): Statement {
  return { sql: `INSERT INTO guards (holds) SELECT NULL WHERE ${condition}`, parameters }
}

/** Whether a transaction was undone because what it was decided on is no longer so. */
export function isGuarded(error: unknown): boolean {
  return error instanceof StatementFailed && error.message.includes('guards')
}

/**
 * Ends an insert: of a row whose lead this transaction stored, and of nothing when the lead was a repeat. Asked for each
 * row, since a join may read the table whole.
 * @param lead its id, as it is written in the statement
 */
export function ifStored(lead: string): string {
  return `WHERE (SELECT 1 FROM leads WHERE id = ${lead}) = 1`
}

/**
 * Goes first in what changes a lead's deliveries: whatever else does waits, and is seen whole or comes after. Neither an
 * erasure nor a reroute misses a delivery that the other one makes.
 */
export function holdLead(id: string): Statement {
  return { sql: 'UPDATE leads SET erased_at = NULL WHERE id = ? AND erased_at IS NULL', parameters: [id] }
}
