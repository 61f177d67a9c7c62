/** A visitor on the way from one page to another. */
export interface Crossing {
  /** Whether the visitor's country has another language than the page. */
  isOtherCountry: boolean
  /** Whether the page that is left has a popup. */
  hasPopup: boolean
  /** Whether the page that is gone to lets everybody pass. */
  isOpen: boolean
  wasHeld: boolean
  isSubscribed: boolean
  isFormBegun: boolean
  /** Whether the question about cookies is open. */
  isAsked: boolean
}

/**
 * Whether the popup holds a navigation: once a visit, and nobody who has subscribed, is filling in a form or has another
 * question to answer.
 */
export function isHeld(at: Crossing): boolean {
  const isFree = at.isOpen || at.wasHeld || at.isSubscribed || at.isFormBegun || at.isAsked
  return at.isOtherCountry && at.hasPopup && !isFree
}
