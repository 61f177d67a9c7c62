/** The key of a form that was begun at a moment, in ms since the epoch. @param random what nobody can guess */
export function keyAt(moment: number, random: string): string {
  return `${moment.toString(36)}.${random}`
}

/** When the form with this key was begun; null for a key that does not say. */
export function begunAt(key: string): number | null {
  const [, time] = /^([0-9a-z]{8,9})\.[0-9a-f-]{32}/.exec(key) ?? []
  return time === undefined ? null : Number.parseInt(time, 36)
}
