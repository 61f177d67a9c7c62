import type { PageView } from '#engine/site/page-view.ts'
import { http } from '../http/http-client.ts'
import { safeStorage } from '../stores/safe-storage.ts'
import { isFormBegun } from './form-begun.ts'
import { hasPassed, isHeld } from './navigation-gate.ts'
import { noteCountry } from './note-country.ts'
import { pageAtHand } from './page-at-hand.ts'
import { isAsked, popupDialog } from './popup-dialog.ts'
import { keepVisit } from './visit/visit.ts'
import { readCount } from './visit/visit-count.ts'

/** How long it may take to learn of the page that a link leads to, in ms. */
const patience = 3000

/**
 * Holds the navigation to a page while the popup is open, where the gate says so.
 * @returns when the navigation may go on: whether it still should, since the visitor may have gone elsewhere
 */
export async function held(link: HTMLAnchorElement): Promise<boolean> {
  const storage = safeStorage('sessionStorage')
  const { pathname: from } = location
  const page = pageAtHand()
  const visit = noteCountry(page)
  const { passed = [] } = visit ?? {}
  const crossing = {
    isOtherCountry: visit?.isOtherCountry ?? false,
    hasPassed: hasPassed(page.gate, passed, link.pathname),
    hasPopup: popupDialog() !== null,
    isSubscribed: readCount(document.cookie)?.subscribed ?? false,
    isFormBegun: isFormBegun(),
    isAsked: isAsked(),
  }
  // Only who would be held waits until it is known where the link leads.
  if (!isHeld({ ...crossing, isOpen: false })) return true
  const popup = import('./popup.ts')
  if (!isHeld({ ...crossing, isOpen: await isOpen(link.pathname) })) return location.pathname === from
  if (!keepVisit(storage, { passed: [...passed, link.pathname], heldFor: link.href })) return true
  const { open } = await popup
  const goesOn = await open({ from, to: link.pathname + link.search })
  keepVisit(storage, { heldFor: null })
  return goesOn
}

/** Whether a page lets everybody pass; what is no page does. */
function isOpen(path: string): Promise<boolean> {
  const asked = `/api/page?path=${encodeURIComponent(path)}`
  return http
    .send(asked, { timeout: patience }, async (reply) => {
      const { view } = (await reply.json()) as { view: Pick<PageView, 'guards'> }
      return !view.guards.includes('popup')
    })
    .catch(() => true)
}
