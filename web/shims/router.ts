import {
  Component,
  createContext,
  createElement,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type * as Routing from 'react-router-dom'
import { isReachable } from '#web/http'

// What browsers have in place of react-router-dom: pages are drawn with this, for one route at every address. The router
// itself comes once the page is at work, or with the first navigation.

type Router = ReturnType<typeof Routing.createBrowserRouter>
type Route = Pick<Routing.RouteObject, 'id' | 'path' | 'element' | 'errorElement'> & { loader: Routing.LoaderFunction }
type Options = Routing.RouterNavigateOptions

/** What pages are drawn from; of the router's own state the part that they read. */
interface Shown extends Pick<Routing.RouterState, 'location' | 'navigation' | 'revalidation'> {
  page: unknown
  error: unknown
  /** As in the router's state, which scrolls by them. */
  restoreScrollPosition: number | false | null
  preventScrollReset: boolean
}

/** @param isMoving whether the page may leave before the visitor's eyes */
type Tell = (shown: Shown, isMoving: boolean) => void

const idle = { state: 'idle', location: undefined } as Routing.Navigation

/** The page until the router is there, which it then goes on with. */
class LateRouter {
  readonly route: Route
  whole: Router | undefined
  #shown: Shown
  #coming: Promise<Router> | undefined
  readonly #told = new Set<Tell>()

  constructor(route: Route, page: unknown) {
    const { pathname, search, hash } = location
    this.route = route
    this.#shown = {
      ...{ location: { pathname, search, hash, state: null, key: 'default' }, navigation: idle, revalidation: 'idle' },
      ...{ page, error: undefined, restoreScrollPosition: false, preventScrollReset: false },
    }
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

  follow(tell: Tell): () => void {
    this.#told.add(tell)
    return () => this.#told.delete(tell)
  }

  subscribe(tell: (state: Pick<Routing.RouterState, 'navigation' | 'errors'>) => void): () => void {
    return this.follow(({ navigation, error }) =>
      tell({ navigation, errors: error === undefined ? null : { page: error } }),
    )
  }

  #show(change: Partial<Shown>, isMoving = false): void {
    this.#shown = { ...this.#shown, ...change }
    for (const tell of [...this.#told]) tell(this.#shown, isMoving)
  }

  /** Fetches the router, which takes over. */
  async load(): Promise<Router> {
    this.#coming ??= import('react-router-dom').then(({ createBrowserRouter }) => this.#takeOver(createBrowserRouter))
    // Where it did not come, it is asked for again the next time.
    this.#coming.catch(() => {
      this.#coming = undefined
    })
    return this.#coming
  }

  #takeOver(create: typeof Routing.createBrowserRouter): Router {
    const { id = '', path, loader } = this.route
    const whole = create([{ id, path: path ?? '*', loader }], {
      hydrationData: { loaderData: { [id]: this.#shown.page } },
    })
    whole.subscribe((state, { viewTransitionOpts }) => {
      const { location, navigation, revalidation, restoreScrollPosition, preventScrollReset } = state
      const shown = { location, navigation, revalidation, restoreScrollPosition, preventScrollReset }
      const error = state.errors?.[id]
      this.#show({ ...shown, page: state.loaderData[id], error }, viewTransitionOpts !== undefined)
    })
    this.whole = whole
    this.#show({})
    return whole
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
  atHand = new LateRouter(route, loaderData[route.id ?? ''])
  return atHand
}

const RouterContext = /* @__PURE__ */ createContext<{ router: LateRouter; shown: Shown } | null>(null)

function useRouter() {
  const found = useContext(RouterContext)
  if (!found) throw new Error('There is no router around this component')
  return found
}

export function RouterProvider({ router }: { router: LateRouter }) {
  const [shown, setShown] = useState(router.shown)
  useLayoutEffect(() => {
    const end = router.follow((next, isMoving) => {
      if (isMoving && document.startViewTransition !== undefined)
        document.startViewTransition(() => flushSync(() => setShown(router.shown)))
      else startTransition(() => setShown(next))
    })
    // It may have come before this was drawn.
    setShown(router.shown)
    const endHistory = router.followHistory()
    return () => {
      end()
      endHistory()
    }
  }, [router])
  const { element, errorElement } = router.route
  const { error, location, revalidation } = shown
  return createElement(
    RouterContext,
    { value: { router, shown } },
    createElement(Boundary, { error, location, revalidation, instead: errorElement }, element),
  )
}

const ErrorContext = /* @__PURE__ */ createContext<unknown>(undefined)

interface BoundaryProps extends Pick<Shown, 'error' | 'location' | 'revalidation'> {
  instead: ReactNode
  children?: ReactNode
}

type Caught = Pick<Shown, 'error' | 'location' | 'revalidation'>

/** Shows what comes in place of a page that cannot be loaded or drawn, until another one, or the same again, is there. */
class Boundary extends Component<BoundaryProps, Caught> {
  override state: Caught = this.props

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
  return useRouter().shown.page
}

export function useLocation(): Routing.Location {
  return useRouter().shown.location
}

export function useNavigation(): Routing.Navigation {
  return useRouter().shown.navigation
}

export function useNavigate(): (to: string, options?: Options) => Promise<void> {
  const { router } = useRouter()
  return (to, options) => router.navigate(to, options)
}

export function useRevalidator() {
  const { router, shown } = useRouter()
  return { revalidate: () => router.revalidate(), state: shown.revalidation }
}

/** Where React Router keeps how far pages were scrolled. */
const storageKey = 'react-router-scroll-positions'

/** As React Router's: a page begins at its top, at the place that its address names, or where the visitor left it. */
export function ScrollRestoration(): null {
  const { router, shown } = useRouter()
  const { whole } = router
  const { location: at, restoreScrollPosition, preventScrollReset } = shown
  // Until the router is there, the browser itself knows where a document was left.
  useEffect(() => {
    if (!whole) return
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
