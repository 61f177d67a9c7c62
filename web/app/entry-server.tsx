import { enableStaticRendering } from 'mobx-react-lite'
import { renderToString } from 'react-dom/server'
import {
  type ActionFunctionArgs,
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
} from 'react-router-dom'
import { redirectOrigins } from '#engine/form/journey'
import type { FoundPage, PageHost, PageView } from '#engine/site'
import { withLinksElsewhere } from '#web/embed'
import { linkedForm, pageData } from '#web/forms'
import { type Answered, type PageData, pageFrom, ShellContext, seedOf, stateOf, withAnswered } from '#web/page'
import { act } from './act.ts'
import { assetsOf, type Manifest } from './assets.ts'
import { loadParts, routes } from './routes.tsx'

/** All that a page is drawn from: nothing of it is a function, so another thread can draw it. */
export interface Drawing {
  /** Path and query. */
  address: string
  view: PageView
  /** Where its forms stand, as JSON. */
  state: string
}

/** What a request comes to: a page that is to be drawn, or another address after a form was sent. */
export interface Answer {
  status: number
  /** Set when the visitor is sent elsewhere. */
  location: string | null
  drawing: Drawing | null
  /** The origins that its forms may lead to once they are sent. */
  leadsTo: readonly string[]
}

// Stores tell nobody on the server, where each page is rendered once.
enableStaticRendering(true)

const [route] = routes((context) => context as PageHost)
const handler = createStaticHandler([
  { ...route, action: ({ request, context }: ActionFunctionArgs) => act(request, context as PageHost) },
])

/** Answers a request for a page: runs its route. */
export async function answer(request: Request, host: PageHost): Promise<Answer> {
  const context = await handler.query(request, { requestContext: host })
  if (context instanceof Response)
    return { status: context.status, location: context.headers.get('location'), drawing: null, leadsTo: [] }
  if (context.errors) throw Object.values(context.errors)[0]
  const loaded = context.loaderData.page as PageData
  const linked = request.method === 'GET' ? linkedForm(loaded, new URL(request.url).searchParams) : null
  const answered = linked ?? ((context.actionData?.page ?? null) as Answered | null)
  const page = answered ? withAnswered(loaded, answered) : loaded
  const { pathname, search } = context.location
  const drawing = { address: pathname + search, view: page.view, state: stateOf(page, answered?.section ?? null) }
  // A form that is shown may be an earlier one than the page's own.
  const leadsTo = redirectOrigins(Object.values(page.forms).map(({ version }) => version.form))
  const status = linked?.state.later?.kind === 'gone' ? 410 : context.statusCode
  return { status, location: null, drawing, leadsTo }
}

/** What a page is drawn from that is at hand and has no form. */
export function drawingOf({ view }: FoundPage): Drawing {
  const page = pageData(view, { today: (version) => version, isLocal: false }, new URLSearchParams())
  return { address: view.path, view, state: stateOf(page, null) }
}

/** Draws a page: the whole document. */
export async function draw({ address, view, state }: Drawing, manifest: Manifest): Promise<string> {
  await loadParts(view)
  const { pathname, search } = new URL(address, 'http://leadwright.invalid')
  const match = { params: { '*': pathname.slice(1) }, pathname, pathnameBase: '/' }
  const context = {
    basename: '/',
    location: { pathname, search, hash: '', state: null, key: 'default' },
    matches: handler.dataRoutes.map((route) => ({ ...match, route })),
    loaderData: { page: pageFrom(view, state) },
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  }
  const assets = assetsOf(manifest, view)
  const html = renderToString(
    <ShellContext value={{ ...assets, seed: seedOf(view, state, assets) }}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </ShellContext>,
  )
  return `<!doctype html>${view.embed ? withLinksElsewhere(html, view.path) : html}`
}

/** The data of a page, for a browser that goes there itself. */
export async function dataOf(request: Request, host: PageHost): Promise<{ status: number; data: PageData }> {
  const context = await handler.query(request, { requestContext: host })
  if (context instanceof Response) throw new Error('A page redirected without being asked to')
  if (context.errors) throw Object.values(context.errors)[0]
  return { status: context.statusCode, data: context.loaderData.page as PageData }
}
