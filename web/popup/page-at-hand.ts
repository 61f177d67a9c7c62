import type { PageView } from '#engine/site'

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
