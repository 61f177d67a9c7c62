import { parseRetryAfter } from './retry-after.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long to wait before each try: 10 tries over some 75 hours (Standard Webhooks, "Retries"). */
export const schedule: readonly number[] = [
  ...[0, 5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
]

const mostJitter = 0.2
const longestRetryAfter = 24 * hour

/** What the next try depends on. `attempts` counts the tries made; `random` gives numbers in [0, 1). */
export interface FailedTry {
  attempts: number
  now: number
  random: () => number
  retryAfter: string | null
}

/**
 * When to try again, in milliseconds since the epoch, or null when there are no tries left.
 *
 * Jitter of up to 20 % keeps a recovered partner from getting everything at once. A later `Retry-After` is obeyed, up to
 * a day.
 */
export function nextTry({ attempts, now, random, retryAfter }: FailedTry): number | null {
  const wait = schedule[attempts]
  if (wait === undefined) return null
  const scheduled = now + Math.round(wait * (1 + mostJitter * random()))
  const asked = parseRetryAfter(retryAfter, now) ?? scheduled
  return Math.max(scheduled, Math.min(asked, now + longestRetryAfter))
}
