/**
 * The reference of a lead for its visitor: the last eight digits of its id, as 7F31-A09C. It gives access to nothing; an
 * operator finds the lead by it.
 */
export function leadReference(id: string): string {
  const digits = id.slice(-8).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** The last digits of the lead's id; null if the text is no reference. */
export function referencedDigits(typed: string): string | null {
  return /^[0-9a-f]{4}-[0-9a-f]{4}$/i.test(typed) ? typed.replace('-', '').toLowerCase() : null
}
