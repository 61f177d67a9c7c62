import type { FastifyInstance } from 'fastify'
import { type Catalog, sitemap } from '#engine/site'
import { originOf, problem } from '#server/http'

/** /robots.txt and /sitemap.xml, of the brand of the host. */
export function searchRoutes(app: FastifyInstance, catalog: () => Catalog): void {
  app.get('/robots.txt', (request, reply) => {
    const origin = originOf(catalog().brandAt(request.host), request)
    const lines = ['User-agent: *', 'Disallow:', ...(origin === null ? [] : ['', `Sitemap: ${origin}/sitemap.xml`])]
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/sitemap.xml', (request, reply) => {
    const current = catalog()
    const brand = current.brandAt(request.host)
    const origin = originOf(brand, request)
    if (origin === null) return problem(reply, 'brand-without-origin', { values: { brand: brand.id } })
    return reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(sitemap(current, brand, origin))
  })
}
