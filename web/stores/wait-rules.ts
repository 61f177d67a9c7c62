/** A wait shorter than this is not shown, and one that is shown stays as long, in ms. */
const leastShown = 200

/**
 * How long what is on the screen stays as it is, in ms; null until the wait begins or ends.
 * @param shownSince when the wait was shown; null while it is not
 */
export function restOfWait(isWaiting: boolean, shownSince: number | null, now: number): number | null {
  if (isWaiting === (shownSince !== null)) return null
  return shownSince === null ? leastShown : Math.max(shownSince + leastShown - now, 0)
}
