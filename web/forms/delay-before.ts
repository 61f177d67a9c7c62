/** The longest time between two tries, in ms: a visitor who looks at the page sees that it goes on. */
const longest = 60_000

/**
 * How long to wait before the next try, in ms: twice as long each time, and spread, so that not everybody comes back at
 * once to a server that was away.
 * @param tries how many have failed
 * @param retryAfter what the server asked for, in ms; it is never asked sooner
 * @param random from 0 up to 1
 */
export function delayBefore(tries: number, retryAfter: number, random: number): number {
  const delay = Math.min(1000 * 2 ** (tries - 1), longest) * (0.8 + 0.4 * random)
  return Math.max(delay, retryAfter)
}
