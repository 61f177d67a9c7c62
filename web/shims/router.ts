import {
  Component,
  createContext,
  createElement,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type * as Routing from 'react-router-dom'
import { isReachable } from '#web/http'
import type { Route, Router, Shown } from './whole-router.ts'

// What pages have in place of react-router-dom: they are drawn with this, for one route at every address. In a browser the
// router itself comes once the page is at work, or with the first navigation.

type Options = Routing.RouterNavigateOptions

type Tell = (shown: Shown) => void

const idle = { state: 'idle', location: undefined } as Routing.Navigation

/** The page until the router is there, which it then goes on with. */
class LateRouter {
  readonly route: Route
  #shown: Shown
  #coming: Promise<Router> | undefined
  readonly #told = new Set<Tell>()
  readonly #drawn = new Set<Tell>()

  constructor(route: Route, page: unknown, { pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>) {
    this.route = route
    this.#shown = {
      ...{ location: { pathname, search, hash, state: null, key: 'default' }, navigation: idle, revalidation: 'idle' },
      ...{
        page,
        error: undefined,
        whole: undefined,
        Scrolling: undefined,
        restoreScrollPosition: false,
        preventScrollReset: false,
      },
    }
  }

  get whole(): Router | undefined {
    return this.#shown.whole
  }

  /** Follows Back and Forward to what an earlier document of this page left in history. Returns what ends that. */
  followHistory(): () => void {
    const go = () => {
      if (this.whole) return
      const { pathname, search, hash } = location
      const at = { pathname, search, hash, state: null, key: 'default' }
      void this.#reload(location.href).then(() => this.whole ?? this.#show({ location: at }))
    }
    addEventListener('popstate', go)
    return () => removeEventListener('popstate', go)
  }

  get shown(): Shown {
    return this.#shown
  }

  /** Has a component drawn again, together with all others that are drawn from the same. Returns what ends that. */
  draws(draw: Tell): () => void {
    this.#drawn.add(draw)
    return () => this.#drawn.delete(draw)
  }

  subscribe(tell: (state: Pick<Routing.RouterState, 'navigation' | 'errors'>) => void): void {
    this.#told.add(({ navigation, error }) =>
      tell({ navigation, errors: error === undefined ? null : { page: error } }),
    )
  }

  /** @param isMoving whether the page may leave before the visitor's eyes */
  #show(change: Partial<Shown>, isMoving = false): void {
    this.#shown = { ...this.#shown, ...change }
    for (const tell of this.#told) tell(this.#shown)
    const draw = () => {
      for (const each of [...this.#drawn]) each(this.#shown)
    }
    if (isMoving && document.startViewTransition !== undefined) document.startViewTransition(() => flushSync(draw))
    else startTransition(draw)
  }

  /** Fetches the router, which takes over. */
  async load(): Promise<Router> {
    this.#coming ??= import('./whole-router.ts').then(({ takeOver, Scrolling }) => {
      const whole = takeOver(this.route, this.#shown.page, (change, isMoving) => this.#show(change, isMoving))
      this.#show({ whole, Scrolling })
      return whole
    })
    // Where it did not come, it is asked for again the next time.
    this.#coming.catch(() => {
      this.#coming = undefined
    })
    return this.#coming
  }

  async navigate(to: string, options?: Options): Promise<void> {
    if (!this.whole) {
      const { pathname, search, hash } = new URL(to, location.href)
      const next = { pathname, search, hash, state: null, key: '' }
      this.#show({ navigation: { ...idle, state: 'loading', location: next } as Routing.Navigation })
    }
    const whole = await this.load().catch(() => null)
    if (whole) return whole.navigate(to, options)
    if (await isReachable(location.pathname + location.search)) return location.assign(to)
    // The loader says what there is to say without a connection, or has the step that is wanted.
    await this.#reload(to)
  }

  /** Asks for the page at hand again. */
  async revalidate(): Promise<void> {
    if (this.whole) return this.whole.revalidate()
    await this.#reload(location.href)
  }

  async #reload(address: string): Promise<void> {
    this.#show({ revalidation: 'loading' })
    const at = new URL(address, location.href)
    at.hash = ''
    const request = new Request(at)
    const settled = { revalidation: 'idle', navigation: idle } as const
    try {
      const loaded = await this.route.loader({ request, params: {}, context: {} } as never)
      // It came meanwhile, and knows nothing of this.
      if (this.whole) return this.whole.revalidate()
      this.#show({ ...settled, page: (loaded as { data: unknown }).data, error: undefined })
    } catch (error) {
      this.#show({ ...settled, error })
    }
  }
}

let atHand: LateRouter | undefined

/** Fetches the router of the page at hand. */
export async function loadRouter(): Promise<void> {
  await atHand?.load()
}

export function createBrowserRouter(
  [route]: [Route],
  { hydrationData: { loaderData } }: { hydrationData: { loaderData: Readonly<Record<string, unknown>> } },
): LateRouter {
  return routerAt(route, loaderData[route.id ?? ''], location)
}

/** The router of a page at an address: a server draws one page after the other with it, a browser just one. */
export function routerAt(route: Route, page: unknown, at: Pick<URL, 'pathname' | 'search' | 'hash'>): LateRouter {
  atHand = new LateRouter(route, page, at)
  return atHand
}

/** What the page at hand is drawn from. Not a context: a part whose code has not come yet would have to follow it. */
function useShown(): Shown {
  const router = theRouter()
  const [shown, setShown] = useState(router.shown)
  useLayoutEffect(() => {
    // It may have changed before this was drawn.
    setShown(router.shown)
    return router.draws(setShown)
  }, [router])
  return shown
}

/** It is made before anything is drawn. */
function theRouter(): LateRouter {
  return atHand as LateRouter
}

export function RouterProvider({ router }: { router: LateRouter }) {
  const { error, location, revalidation } = useShown()
  useLayoutEffect(() => router.followHistory(), [router])
  const { element, errorElement } = router.route
  return createElement(Boundary, { error, location, revalidation, instead: errorElement }, element)
}

const ErrorContext = /* @__PURE__ */ createContext<unknown>(undefined)

interface BoundaryProps extends Pick<Shown, 'error' | 'location' | 'revalidation'> {
  instead: ReactNode
  children?: ReactNode
}

type Caught = Pick<Shown, 'error' | 'location' | 'revalidation'>

/** Shows what comes in place of a page that cannot be loaded or drawn, until another one, or the same again, is there. */
class Boundary extends Component<BoundaryProps, Caught> {
  override state: Caught = { ...this.props }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ error, location, revalidation }: BoundaryProps, state: Caught): Caught {
    const isAnew = state.location !== location || (state.revalidation !== 'idle' && revalidation === 'idle')
    if (isAnew) return { error, location, revalidation }
    return { error: error ?? state.error, location: state.location, revalidation }
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : createElement(ErrorContext, { value: error }, this.props.instead)
  }
}

export function useRouteError(): unknown {
  return useContext(ErrorContext)
}

export function isRouteErrorResponse(error: unknown): error is Routing.ErrorResponse {
  return typeof error === 'object' && error !== null && 'status' in error && 'statusText' in error && 'data' in error
}

/** What a loader returns with a status. */
export function data<D>(data: D, init?: number | ResponseInit | null) {
  return { type: 'DataWithResponseInit', data, init: typeof init === 'number' ? { status: init } : (init ?? null) }
}

export function useLoaderData(): unknown {
  return useShown().page
}

export function useLocation(): Routing.Location {
  return useShown().location
}

export function useNavigation(): Routing.Navigation {
  return useShown().navigation
}

export function useNavigate(): (to: string, options?: Options) => Promise<void> {
  const router = theRouter()
  return (to, options) => router.navigate(to, options)
}

export function useRevalidator() {
  const router = theRouter()
  return { revalidate: () => router.revalidate(), state: useShown().revalidation }
}

/** How far pages are scrolled is the whole router's: until it is there, the browser itself knows where a document was left. */
export function ScrollRestoration(): ReactNode {
  const { whole, Scrolling, location: at, restoreScrollPosition, preventScrollReset } = useShown()
  return whole && Scrolling && createElement(Scrolling, { whole, at, restoreScrollPosition, preventScrollReset })
}
