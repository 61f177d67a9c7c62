/** What the cookie `subscription` says: how often somebody was here, and whether they subscribed to the newsletter. */
export interface VisitCount {
  count: number
  subscribed: boolean
}

const subscriptionCookie = 'subscription'

/** For how long the cookie is kept after each change, in seconds: 30 days. */
const period = 30 * 24 * 60 * 60

/** As many visits as the popup is offered in again. */
const most = 3

/** The cookie at the start of a visit, and whether the popup is offered in it. @param known null without a cookie */
export function countAtStart(known: VisitCount | null): { count: VisitCount; isOffered: boolean } {
  if (!known) return { count: { count: 1, subscribed: false }, isOffered: true }
  if (known.count > most || known.subscribed) return { count: known, isOffered: false }
  return { count: { ...known, count: known.count + 1 }, isOffered: true }
}

/** What a document's cookies say; null where they say nothing that can be read. */
export function readCount(cookies: string): VisitCount | null {
  const [, text = ''] = new RegExp(`(?:^|; )${subscriptionCookie}=([^;]*)`).exec(cookies) ?? []
  try {
    const { count, subscribed } = JSON.parse(decodeURIComponent(text)) as Partial<VisitCount>
    return Number.isInteger(count) && typeof subscribed === 'boolean' ? { count: count as number, subscribed } : null
  } catch {
    // It is no cookie of ours.
    return null
  }
}

/** The cookie as a browser is told to keep it. */
export function countCookie(count: VisitCount, isSecure: boolean): string {
  const value = encodeURIComponent(JSON.stringify(count))
  return `${subscriptionCookie}=${value}; path=/; max-age=${period}; samesite=lax${isSecure ? '; secure' : ''}`
}
