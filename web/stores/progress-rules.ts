// The loading bar's rules: pure, and told the time (in ms) by whoever asks.

/** A shorter wait shows no bar, in ms. */
const throttle = 200

/** How long the bar takes to the end of its crawl, in ms. */
const duration = 5000

/** How long a full bar stays, in ms. */
const hideDelay = 500

/** Where the crawl ends, in percent: the rest belongs to what has come. */
const crawlEnd = 95

/** What is on its way, and what the bar ended with before. */
export interface BarState {
  inFlight: number
  /** When the first of those in flight began. */
  since: number
  /** Whether one of them has failed. */
  hasFailed: boolean
  /** The full bar of those before; null where none was shown. */
  full: { until: number; hasFailed: boolean } | null
}

/** What is seen of it. */
export interface Bar {
  /** Up to 100. */
  percent: number
  hasFailed: boolean
}

export const idle: BarState = { inFlight: 0, since: 0, hasFailed: false, full: null }

/** Something more is on its way. */
export function begun(progress: BarState, now: number): BarState {
  const { inFlight } = progress
  return inFlight > 0
    ? { ...progress, inFlight: inFlight + 1 }
    : { ...progress, inFlight: 1, since: now, hasFailed: false }
}

/** Something has come, has failed, or was cancelled, which is no failure. */
export function ended(progress: BarState, now: number, ending: 'done' | 'failed' | 'cancelled'): BarState {
  const inFlight = Math.max(progress.inFlight - 1, 0)
  const hasFailed = progress.hasFailed || ending === 'failed'
  const next = { ...progress, inFlight, hasFailed }
  if (inFlight > 0 || now - progress.since < throttle) return next
  return { ...next, full: { until: now + hideDelay, hasFailed } }
}

/** The bar at a moment; null where there is none. */
export function barAt({ inFlight, since, hasFailed, full }: BarState, now: number): Bar | null {
  const waited = now - since
  if (inFlight > 0 && waited >= throttle) return { percent: crawled(waited), hasFailed }
  return full !== null && now < full.until ? { percent: 100, hasFailed: full.hasFailed } : null
}

/** Fast at first, slower towards the end. */
function crawled(waited: number): number {
  const left = 1 - Math.min(waited / duration, 1)
  return Math.min(Math.round(crawlEnd * (1 - left ** 2)), 100)
}

/** How long the bar is sure to stay as it is, in ms; null where only another event changes it. */
export function restOf({ inFlight, since, full }: BarState, now: number): number | null {
  const waited = now - since
  if (inFlight > 0 && waited >= throttle) return waited < duration ? tick : null
  const rests = [inFlight > 0 ? throttle - waited : null, full !== null && now < full.until ? full.until - now : null]
  const known = rests.filter((rest) => rest !== null)
  return known.length > 0 ? Math.min(...known) : null
}

/** How often a bar grows, in ms. */
const tick = 100

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
