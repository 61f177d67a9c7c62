import { subscription } from '#web/stores'
import { noteCountry } from './note-country.ts'
import { type PageAtHand, pageAtHand, showPage } from './page-at-hand.ts'

/** A page is on the screen. Whoever has come from another one is nobody's prisoner any more. */
export function redirectVisitor(page: PageAtHand): void {
  const { path: from } = pageAtHand()
  showPage(page)
  if (from === page.path) return
  subscription.route(from, page.path)
  subscription.hide()
  noteCountry(page)
}
