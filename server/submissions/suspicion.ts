import { begunAt } from '#engine/site'
import type { SiteDefinition } from '#schemas/generated/site.ts'

/**
 * How soon a form may be sent after its page was shown, in ms, where the site does not say. A password manager fills in a
 * newsletter in one frame and may press its button; programs that post a form without a browser are faster than this.
 */
const leastTime = 100

/** What a page's form says of itself. */
interface Filled {
  /** The form's key, which says when it was begun. */
  key: string | null
  /** For how long the browser had shown the page, in ms, by its own clock; null where no script ran. */
  timeOnPageMs: number | null
  honeypot: string
  /** Milliseconds since the epoch. */
  now: number
  site: Pick<SiteDefinition, 'antiSpam'>
}

/**
 * Why a page's form looks filled by a program; null when it does not. The lead is stored all the same and delivered to
 * nobody until an operator approves it, because a password manager may fill what people do not see. What says nothing of
 * time is not judged by it.
 */
export function suspicionOf({ key, timeOnPageMs, honeypot, now, site }: Filled): string | null {
  if (honeypot !== '') return trapped
  const begun = key === null ? null : begunAt(key)
  // A visitor's clock may be wrong by minutes: only what one clock measured counts. Without a script the key is ours.
  const time = timeOnPageMs ?? (begun === null || begun > now ? null : now - begun)
  if (time === null || time >= (site.antiSpam?.minMilliseconds ?? leastTime)) return null
  return `${tooSoon} ${time} ms after the page was shown.`
}

const trapped = 'The field that people do not see was filled.'
const tooSoon = 'The form was sent'

/** Whether a lead is held because its form looks filled by a program, and not because of an end of its form. */
export function looksMade(suspicion: unknown): boolean {
  return suspicion === trapped || String(suspicion).startsWith(tooSoon)
}
