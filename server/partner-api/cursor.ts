/** Writes a feed number as a cursor: opaque to partners, so that what it holds may change (hence the version). */
export function toCursor(number: number): string {
  return Buffer.from(`v1:${number}`).toString('base64url')
}

/** Reads a cursor that `toCursor` wrote, or returns null. */
export function parseCursor(cursor: string): number | null {
  const digits = /^v1:(0|[1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  if (digits === undefined) return null
  // Decoding forgives stray characters; a cursor that was not copied whole should not pass.
  return toCursor(Number(digits)) === cursor ? Number(digits) : null
}
