/**
 * What a visitor calls a lead by: the last eight digits of its id, as 7F31-A09C. Whoever knows it can read nothing; an
 * operator finds the lead by it.
 */
export function leadReference(id: string): string {
  const digits = id.slice(-8).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** The last digits of the id that a reference stands for; null for what is none. */
export function referencedDigits(typed: string): string | null {
  return /^[0-9a-f]{4}-[0-9a-f]{4}$/i.test(typed) ? typed.replace('-', '').toLowerCase() : null
}
