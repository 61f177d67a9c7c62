import type { GuardsView } from '#engine/site/guards.ts'

/** A visitor on the way from one page to another. */
export interface Crossing {
  /** Whether the visitor's country has another language than the page. */
  isOtherCountry: boolean
  /** Whether the page that is left has a popup. */
  hasPopup: boolean
  /** Whether the page that is gone to lets everybody pass. */
  isOpen: boolean
  /** Whether the popup lets it pass because it held another before, or this one. */
  hasPassed: boolean
  isSubscribed: boolean
  isFormBegun: boolean
  /** Whether the question about cookies is open. */
  isAsked: boolean
}

/**
 * Whether the popup holds a navigation: it holds no visitor who has subscribed, is filling in a form or has another
 * question to answer.
 */
export function isHeld(at: Crossing): boolean {
  const isFree = at.isOpen || at.hasPassed || at.isSubscribed || at.isFormBegun || at.isAsked
  return at.isOtherCountry && at.hasPopup && !isFree
}

/**
 * Whether the popup was closed on the way to a page, or in this visit where it holds once a visit.
 * @param passed the paths that it held somebody on the way to
 */
export function hasPassed(gate: GuardsView['gate'], passed: readonly string[], path: string): boolean {
  return gate === 'visit' ? passed.length > 0 : passed.includes(path)
}
