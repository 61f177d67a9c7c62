/**
 * Ends an insert of many rows (`insertMany`): of those whose lead this transaction stored. Asked for each row, since a
 * join may read the table whole.
 */
export function ifStored(column: 'lead_id' | 'subject_id'): string {
  return `WHERE (SELECT 1 FROM leads WHERE id = one.${column}) = 1`
}
