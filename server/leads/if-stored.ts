/**
 * Ends an insert: of a row whose lead this transaction stored, and of nothing when the lead was a repeat. Asked for each
 * row, since a join may read the table whole.
 * @param lead its id, as it is written in the statement
 */
export function ifStored(lead: string): string {
  return `WHERE (SELECT 1 FROM leads WHERE id = ${lead}) = 1`
}
