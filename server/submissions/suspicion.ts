import { begunAt } from '#engine/catalog/portal/page-key.ts'

/** Nobody reads and fills even the shortest form in this time, in ms. Password managers fill it in less, once it is read. */
const leastTime = 2000

/** What a page's form says of itself. */
interface Filled {
  /** The form's key, which says when it was begun. */
  key: string | null
  /** For how long the browser had shown the page, in ms, by its own clock; null where no script ran. */
  elapsed: number | null
  trap: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Why a page's form looks filled by a program; null when it does not. The lead is stored all the same and delivered to
 * nobody until an operator releases it, because a password manager may fill what people do not see. What says nothing of
 * time is not judged by it.
 */
export function suspicionOf({ key, elapsed, trap, now }: Filled): string | null {
  if (trap !== '') return 'The field that people do not see was filled.'
  const begun = key === null ? null : begunAt(key)
  // A visitor's clock may be wrong by minutes: only what one clock measured counts. Without a script the key is ours.
  const time = elapsed ?? (begun === null || begun > now ? null : now - begun)
  if (time === null || time >= leastTime) return null
  return `The form was sent ${time} ms after the page was shown.`
}
