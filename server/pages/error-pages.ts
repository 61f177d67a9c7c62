import type { FastifyReply } from 'fastify'
import type { Catalog } from '#engine/site/catalog.ts'
import { errorKind } from '#engine/site/errors/error-kind.ts'
import { type ErrorPage, errorPageId, errorView, localeAt } from '#engine/site/errors/error-view.ts'
import { thirdParties } from '#engine/site/others/third-parties.ts'
import { pathOf } from '../http/addresses.ts'
import type { Asked, ErrorRenderer } from '../http/errors.ts'
import { pagePolicy } from '../http/headers.ts'
import { type Body, quickBody, sendBody } from './body.ts'
import { framedAt, frameErrorPage } from './frame-errors.ts'
import { plainErrorPage } from './plain-error-page.ts'
import type { Renderer } from './renderer.ts'

/** @param catalog the one that is live */
export function errorPages(catalog: () => Catalog, web: Renderer): ErrorRenderer {
  // Of every catalog its own, so that what was rendered from a former one is never sent.
  const known = new WeakMap<Catalog, Map<string, Promise<Body>>>()

  const pageOf = ({ method, url, host }: Asked, status: number): ErrorPage => {
    const current = catalog()
    const posted = method === 'POST'
    return {
      catalog: current,
      brand: current.brandAt(host),
      locale: localeAt(current, pathOf(url)),
      error: errorKind(status, posted),
      posted,
    }
  }

  const bodies = (page: ErrorPage): Promise<Body> => {
    const key = [page.brand.id, page.locale, page.error, page.posted].join(' ')
    const ofCatalog = known.get(page.catalog) ?? new Map<string, Promise<Body>>()
    known.set(page.catalog, ofCatalog)
    const body = ofCatalog.get(key) ?? rendered(page)
    ofCatalog.set(key, body)
    // What failed may succeed the next time.
    body.catch(() => ofCatalog.delete(key))
    return body
  }

  const rendered = async (page: ErrorPage): Promise<Body> => {
    const { html } = await web.show({ status: 200, view: errorView(page) })
    return quickBody(html)
  }

  const plain = (asked: Asked, status: number, hasFailed = false): string => {
    const page = pageOf(asked, status)
    const framed = framedAt(page.catalog, page.brand.id, asked.url)
    return framed ? frameErrorPage(page, framed, web.assets) : plainErrorPage(page, web.assets, hasFailed)
  }

  const head = (reply: FastifyReply, status: number): FastifyReply =>
    reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8')

  const sendPlain: ErrorRenderer['sendPlain'] = (request, reply, status) =>
    head(reply, status).send(plain(request, status))

  return {
    plain,
    sendPlain,
    async send(request, reply, status) {
      try {
        const page = pageOf(request, status)
        if (framedAt(page.catalog, page.brand.id, request.url)) return sendPlain(request, reply, status)
        const body = await bodies(page)
        const policy = pagePolicy(thirdParties(page.catalog, page.brand, errorPageId))
        return sendBody(request, head(reply, status).header('content-security-policy', policy), body)
      } catch (error) {
        request.log.error({ err: error }, 'error page not rendered')
        return head(reply, status).send(plain(request, status, true))
      }
    },
  }
}
