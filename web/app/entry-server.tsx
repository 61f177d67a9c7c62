import { enableStaticRendering } from 'mobx-react-lite'
import { renderToString } from 'react-dom/server'
import {
  type ActionFunctionArgs,
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
} from 'react-router-dom'
import type { FoundPage, PageHost } from '#engine/catalog/portal/page-host.ts'
import { act } from './act.ts'
import { type Answered, type PageData, withAnswered } from './page-data.ts'
import { routes } from './routes.tsx'
import { seedOf } from './seed.ts'
import { assetsOf, type Manifest, ShellContext } from './shell.ts'

/** A page as it goes over the wire, or a redirect after a form was sent. */
export interface Rendered {
  status: number
  /** Set when the visitor is sent elsewhere. */
  location: string | null
  html: string
}

// Stores tell nobody on the server, where each page is rendered once.
enableStaticRendering(true)

const [route] = routes((context) => context as PageHost)
const handler = createStaticHandler([
  { ...route, action: ({ request, context }: ActionFunctionArgs) => act(request, context as PageHost) },
])

/** Answers a request for a page: runs its route, then renders the whole document. */
export async function render(request: Request, host: PageHost, manifest: Manifest): Promise<Rendered> {
  const context = await handler.query(request, { requestContext: host })
  if (context instanceof Response)
    return { status: context.status, location: context.headers.get('location'), html: '' }
  if (context.errors) throw Object.values(context.errors)[0]
  const loaded = context.loaderData.page as PageData
  const answered = (context.actionData?.page ?? null) as Answered | null
  const page = answered ? withAnswered(loaded, answered) : loaded
  context.loaderData.page = page
  const assets = assetsOf(manifest, page.view)
  const seed = seedOf(page, answered?.section ?? null, assets)
  const html = renderToString(
    <ShellContext value={{ ...assets, seed }}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </ShellContext>,
  )
  return { status: context.statusCode, location: null, html: `<!doctype html>${html}` }
}

/** Renders a page that is at hand. It has no form, so nothing else is asked of its host. */
export function show(page: FoundPage, manifest: Manifest): Promise<Rendered> {
  const host: Pick<PageHost, 'page'> = { page: async () => page }
  return render(new Request(new URL(page.view.path, 'http://leadwright.invalid')), host as PageHost, manifest)
}

/** The data of a page, for a browser that goes there itself. */
export async function pageData(request: Request, host: PageHost): Promise<{ status: number; data: PageData }> {
  const context = await handler.query(request, { requestContext: host })
  if (context instanceof Response) throw new Error('A page redirected without being asked to')
  if (context.errors) throw Object.values(context.errors)[0]
  return { status: context.statusCode, data: context.loaderData.page as PageData }
}
