import { autorun, when } from 'mobx'
import { listen } from '#web/consent'
import { safeStorage, subscription } from '#web/stores'
import { noteCountry, pageAtHand } from './page-at-hand.ts'
import { popupDialog } from './popup-dialog.ts'
import { keepVisit, readVisit } from './visit/visit.ts'

/** For how long the thanks are read before the popup closes, in ms. */
const thanked = 3000

// The dialog follows the store, and the store what the visitor does to the dialog.
autorun(() => {
  const dialog = popupDialog()
  if (!dialog || dialog.open === subscription.isShow) return
  if (!subscription.isShow) return dialog.close()
  const { isOtherGEO, redirect } = subscription
  dialog.dataset.where = isOtherGEO ? 'elsewhere' : 'here'
  dialog.toggleAttribute('data-holds', redirect.from !== redirect.to)
  dialog.showModal()
  // Where something within asks for the focus, the browser has put it there.
  if (!dialog.querySelector('[autofocus]')) dialog.focus()
})
document.addEventListener('close', ({ target }) => target === popupDialog() && subscription.hide(), true)
listen('leadwright:lead-sent', ({ section }) => section === popupDialog()?.dataset.popup && closeSoon())

function closeSoon(): void {
  setTimeout(() => subscription.hide(), thanked)
}

/**
 * Shows the popup.
 * @param redirect the paths of the navigation that waits for it; equal where none does
 * @returns when it is closed: whether the visitor is still on the page
 */
export async function open(redirect: { from: string; to: string }): Promise<boolean> {
  subscription.locate(noteCountry(pageAtHand())?.isOtherCountry ?? false)
  subscription.route(redirect.from, redirect.to)
  subscription.show()
  await when(() => !subscription.isShow)
  return location.pathname === redirect.from
}

/** Shows what the form in the popup answers, where that was posted before the app ran, and goes on as it would have. */
export async function reopen(): Promise<void> {
  const storage = safeStorage('sessionStorage')
  const { heldFor = null } = readVisit(storage) ?? {}
  const from = location.pathname
  if (popupDialog()?.dataset.answers === 'sent') closeSoon()
  const isHere = await open({ from, to: heldFor ?? from })
  keepVisit(storage, { heldFor: null })
  if (isHere && heldFor !== null) location.assign(heldFor)
}
