import { safeStorage, subscription } from '#web/stores'
import { isElsewhere } from './country-check.ts'
import { type PageAtHand, pageAtHand, showPage } from './page-at-hand.ts'
import { keepVisit, readVisit, type Visit } from './visit/visit.ts'

const storage = safeStorage('sessionStorage')

/** Notes whether the visitor's country has another language than the page. @returns the visit as it is now */
export function noteCountry(page: PageAtHand): Visit | null {
  const visit = readVisit(storage)
  if (visit) keepVisit(storage, { isOtherCountry: isElsewhere(page, visit.country) })
  return readVisit(storage)
}

/** A page is on the screen. Whoever has come from another one is nobody's prisoner any more. */
export function redirectVisitor(page: PageAtHand): void {
  const { path: from } = pageAtHand()
  showPage(page)
  if (from === page.path) return
  subscription.route(from, page.path)
  subscription.hide()
  noteCountry(page)
}
