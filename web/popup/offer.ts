import { safeStorage } from '../stores/safe-storage.ts'
import { isFormBegun } from './form-begun.ts'
import { isAsked, popupDialog } from './popup-dialog.ts'
import { isMoment } from './popup-moment.ts'
import { keepVisit, readVisit } from './visit/visit.ts'

/** How often to look whether the moment has come, in ms. */
const pace = 1000

const deeds = ['pointerdown', 'pointermove', 'wheel', 'scroll', 'keydown'] as const

/** Opens the popup once in a visit that it is offered in, when a visitor has read and pauses. */
export function offerPopup(): void {
  const storage = safeStorage('sessionStorage')
  if (!readVisit(storage)?.isOffered) return
  const landing = isFromElsewhere() ? location.pathname : null
  let path = location.pathname
  let first = performance.now()
  let last = first
  const act = () => {
    last = performance.now()
  }
  for (const deed of deeds) addEventListener(deed, act, { passive: true })
  const timer = setInterval(() => {
    if (path !== location.pathname) {
      path = location.pathname
      first = performance.now()
    }
    const now = performance.now()
    const moment = {
      sinceFirst: now - first,
      sinceLast: now - last,
      isArrival: path === landing,
      isOpen: popupDialog() === null,
      isFormBegun: isFormBegun(),
      isCovered:
        document.hidden || isAsked() || document.querySelector('dialog[open], details[data-dropdown][open]') !== null,
    }
    const isOver = readVisit(storage)?.isOffered !== true
    if (!isOver && !isMoment(moment)) return
    clearInterval(timer)
    for (const deed of deeds) removeEventListener(deed, act)
    if (!isOver && keepVisit(storage, { isOffered: false }))
      import('./popup.ts').then(({ open }) => open({ from: path, to: path })).catch(() => {})
  }, pace)
}

/** Whether a page of another site led here: a search engine's, as far as anybody can tell. */
function isFromElsewhere(): boolean {
  return document.referrer !== '' && !document.referrer.startsWith(`${location.origin}/`)
}
