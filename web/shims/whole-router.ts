import { useEffect, useLayoutEffect } from 'react'
import { createBrowserRouter, type LoaderFunction, type RouteObject, type RouterState } from 'react-router-dom'

// What web/shims/router.ts goes on with once React Router is there.

export type Router = ReturnType<typeof createBrowserRouter>
export type Route = Pick<RouteObject, 'id' | 'path' | 'element' | 'errorElement'> & {
  loader: LoaderFunction
}
/** What pages are drawn from; of the router's own state the part that they read. */
export interface Shown extends Pick<RouterState, 'location' | 'navigation' | 'revalidation'> {
  page: unknown
  error: unknown
  whole: Router | undefined
  Scrolling: typeof Scrolling | undefined
  /** As in the router's state, which scrolls by them. */
  restoreScrollPosition: number | false | null
  preventScrollReset: boolean
}

/** The router for the page on the screen. @param show called with each change of its state */
export function takeOver(
  { id = '', path, loader }: Route,
  page: unknown,
  show: (change: Partial<Shown>, isMoving: boolean) => void,
): Router {
  const whole = createBrowserRouter([{ id, path: path ?? '*', loader }], {
    hydrationData: { loaderData: { [id]: page } },
  })
  whole.subscribe((state, { viewTransitionOpts }) => {
    const { location, navigation, revalidation, restoreScrollPosition, preventScrollReset } = state
    const shown = { location, navigation, revalidation, restoreScrollPosition, preventScrollReset }
    show({ ...shown, page: state.loaderData[id], error: state.errors?.[id] }, viewTransitionOpts !== undefined)
  })
  return whole
}

/** Where React Router keeps how far pages were scrolled. */
const storageKey = 'react-router-scroll-positions'

interface Props extends Pick<Shown, 'restoreScrollPosition' | 'preventScrollReset'> {
  whole: Router
  at: Shown['location']
}

/** As React Router's ScrollRestoration: a page begins at its top, at the place that its address names, or where the visitor left it. */
export function Scrolling({ whole, at, restoreScrollPosition, preventScrollReset }: Props): null {
  useEffect(() => {
    const kept = read()
    history.scrollRestoration = 'manual'
    const end = whole.enableScrollRestoration(kept, () => scrollY)
    const leave = () => {
      if (whole.state.navigation.state === 'idle') kept[whole.state.location.key] = scrollY
      try {
        sessionStorage.setItem(storageKey, JSON.stringify(kept))
      } catch {
        // Where storage is forbidden, pages begin at their top.
      }
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      history.scrollRestoration = 'auto'
      end()
    }
  }, [whole])
  useLayoutEffect(() => {
    if (restoreScrollPosition === false) return
    const place = at.hash === '' ? null : document.getElementById(decodeURIComponent(at.hash.slice(1)))
    if (restoreScrollPosition !== null) scrollTo(0, restoreScrollPosition)
    else if (place) place.scrollIntoView()
    else if (!preventScrollReset) scrollTo(0, 0)
  }, [at, restoreScrollPosition, preventScrollReset])
  return null
}

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}
