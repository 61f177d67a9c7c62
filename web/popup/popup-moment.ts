/** A visitor on a page, as far as it matters to the popup that opens by itself. Times are in ms. */
export interface Moment {
  /** Since the visitor first did something on this page. */
  sinceFirst: number
  /** Since the visitor last did something. */
  sinceLast: number
  /** Whether this is the page that a link of another site, such as a search engine, led to. */
  isArrival: boolean
  /** Whether it is a page that the popup never opens on. */
  isOpen: boolean
  isFormBegun: boolean
  /** Whether something else is open, or the page is out of sight. */
  isCovered: boolean
}

/** Who came to read has read by then. */
const reading = 20_000

/** Who pauses is not in the middle of something. */
const pause = 2_000

/** Whether the popup may open now. */
export function isMoment(at: Moment): boolean {
  const isRude = at.isArrival || at.isOpen || at.isFormBegun || at.isCovered
  return at.sinceFirst >= reading && at.sinceLast >= pause && !isRude
}
