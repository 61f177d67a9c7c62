import { makeAutoObservable } from 'mobx'

/** The page that somebody wanted and that did not come, while the one before is kept on the screen. */
class Unreached {
  /** Where the kept page is at home, without the origin; null while nothing is missed. */
  kept: string | null = null
  /** How often a page was missed: each time is said anew. */
  misses = 0
  /** Where the kept page was scrolled to, in px. */
  scrolled = 0

  constructor() {
    makeAutoObservable(this)
  }

  miss(kept: string): void {
    this.kept = kept
    this.misses += 1
    this.scrolled = scrollY
  }

  clear(): void {
    this.kept = null
  }
}

export const unreached = new Unreached()
