import { checkCountry } from './locate.ts'
import { offerPopup } from './offer.ts'

// What the trigger fetches when it is wanted, in one piece.

export { held } from './hold.ts'

/** Somebody has done something on the page, so it is no program that reads it. Called once for each document. */
export function arrive(): void {
  offerPopup()
  void checkCountry()
}
