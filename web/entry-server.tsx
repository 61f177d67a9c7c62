import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import type { PageHost } from '#engine/catalog/page-host.ts'
import { translator } from '#engine/catalog/translator.ts'
import { StyleSheets } from './layouts/Document.tsx'
import { type PageData, routes } from './routes.tsx'
import './styles/index.css'

/** A page as it goes over the wire, or a redirect after a form was sent. */
export interface Rendered {
  status: number
  /** Set when the visitor is sent elsewhere. */
  location: string | null
  html: string
}

const handler = createStaticHandler(routes)

/** Answers a request for a page: runs its route, then renders the whole document. */
export async function render(request: Request, host: PageHost, styleSheets: readonly string[]): Promise<Rendered> {
  const context = await handler.query(request, { requestContext: host })
  if (context instanceof Response)
    return { status: context.status, location: context.headers.get('location'), html: '' }
  if (context.errors) throw Object.values(context.errors)[0]
  const { view } = Object.values(context.loaderData)[0] as PageData
  const html = renderToString(
    <I18nextProvider i18n={translator(view.locale, view.words)}>
      <StyleSheets value={styleSheets}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </StyleSheets>
    </I18nextProvider>,
  )
  return { status: context.statusCode, location: null, html: `<!doctype html>${html}` }
}
