import { reopen } from './popup.ts'
import { markSubscribed } from './visit/subscription-cookie.ts'

/** What follows from a form that was posted as HTML does; the app sees to its own (web/navigation/browser-host.ts). */
export function answer(): void {
  if (document.querySelector('[data-subscribed]')) markSubscribed()
  // What was posted in the popup is answered there too.
  if (document.querySelector('[data-answers]')) void reopen()
}
