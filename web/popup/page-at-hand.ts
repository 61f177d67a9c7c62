import type { PageView } from '#engine/site'
import { safeStorage } from '#web/stores'
import { isElsewhere } from './country-check.ts'
import { keepVisit, readVisit, type Visit } from './visit/visit.ts'

const storage = safeStorage('sessionStorage')

/** The page on the screen, as far as the gate reads it. */
export type PageAtHand = Pick<
  PageView,
  'locale' | 'path' | 'alternates' | 'guards' | 'countries' | 'gate' | 'languages'
>

let shown: PageAtHand | undefined

/** Another page is on the screen. */
export function showPage(page: PageAtHand): void {
  shown = page
}

/** The page on the screen: the one that the document brought until the app has shown another. */
export function pageAtHand(): PageAtHand {
  shown ??= (JSON.parse(document.getElementById('page-seed')?.textContent ?? '{}') as { view: PageAtHand }).view
  return shown
}

/** Notes whether the visitor's country has another language than the page. @returns the visit as it is now */
export function noteCountry(page: PageAtHand): Visit | null {
  const visit = readVisit(storage)
  if (visit) keepVisit(storage, { isOtherCountry: isElsewhere(page, visit.country) })
  return readVisit(storage)
}
