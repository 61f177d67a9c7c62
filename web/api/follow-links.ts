import type { createBrowserRouter } from 'react-router-dom'
import { showPlace } from '../ui/show-place.ts'
import { placesOf } from './switch-language.ts'

/** From now on a click on a link of this site changes the page without loading it anew. */
export function followLinks(router: ReturnType<typeof createBrowserRouter>): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || !isPlain(event) || !isPage(link)) return
    event.preventDefault()
    // A place of this page is shown without going anywhere: a step in history would take the form's state along.
    if (isHere(link) && link.hash !== '') return void showPlace(link.hash)
    // In another language the forms go on where they are in this one.
    const search = link.hreflang === '' ? link.search : placesOf(location.search)
    void router.navigate(link.pathname + search + link.hash, { viewTransition: isMoving() })
  })
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

function isHere(link: HTMLAnchorElement): boolean {
  return link.pathname === location.pathname && link.search === location.search
}

/** Whether pages may leave and enter before the visitor's eyes (web/styles/transition.css). */
function isMoving(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Whether it leads to a page of this site: nothing to save, no other window. */
function isPage(link: HTMLAnchorElement): boolean {
  return (
    link.origin === location.origin &&
    !link.hasAttribute('download') &&
    (link.target === '' || link.target === '_self') &&
    !link.pathname.startsWith('/api/')
  )
}
