import type { createBrowserRouter } from 'react-router-dom'
import { unreached } from '#web/forms'
import { http } from '#web/http'
import { progress } from '#web/stores'
import { followedLink, showPlace } from '#web/ui'
import { placesOf } from './switch-language.ts'

/** From now on a click on a link of this site changes the page without loading it anew. */
export function followLinks(router: ReturnType<typeof createBrowserRouter>): void {
  document.addEventListener('click', (event) => {
    const link = followedLink(event)
    if (!link) return
    event.preventDefault()
    // A place of this page is shown without going anywhere: a step in history would take the form's state along.
    if (isHere(link) && link.hash !== '') {
      showPlace(link.hash)
      // What of the page did not come before is asked for again.
      return void router.revalidate()
    }
    // In another language the forms go on where they are in this one.
    const search = link.hreflang === '' ? link.search : placesOf(location.search)
    void router.navigate(link.pathname + search + link.hash, { viewTransition: isMoving() })
  })
}

function isHere(link: HTMLAnchorElement): boolean {
  return link.pathname === location.pathname && link.search === location.search
}

/** Whether pages may leave and enter before the visitor's eyes (web/styles/transition.css). */
function isMoving(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** From now on the bar tells of every request, and of the way from one page to the next, its code included. */
export function followTraffic(router: ReturnType<typeof createBrowserRouter>): void {
  http.watch(progress)
  let isUnderWay = false
  router.subscribe(({ navigation, errors }) => {
    if (isUnderWay === (navigation.state !== 'idle')) return
    isUnderWay = !isUnderWay
    if (isUnderWay) progress.began()
    else progress.ended(errors !== null || unreached.kept !== null ? 'failed' : 'done')
  })
}
