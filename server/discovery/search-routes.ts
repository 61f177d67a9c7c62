import type { FastifyInstance } from 'fastify'
import { atomFeed, type FeedWords, type Site, sitemap } from '#engine/site'
import { originOf, problem } from '#server/http'

/** /robots.txt and /sitemap.xml, of the brand of the host. */
export function searchRoutes(app: FastifyInstance, site: () => Site): void {
  app.get('/robots.txt', (request, reply) => {
    const origin = originOf(site().brands.at(request.host), request)
    const lines = ['User-agent: *', 'Disallow:', ...(origin === null ? [] : ['', `Sitemap: ${origin}/sitemap.xml`])]
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/sitemap.xml', (request, reply) => {
    const current = site()
    const brand = current.brands.at(request.host)
    const origin = originOf(brand, request)
    if (origin === null) return problem(reply, 'brand-without-origin', { values: { brand: brand.id } })
    return reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(sitemap(current, brand, origin))
  })
}

/** `GET /feeds/:locale.xml`: the articles of the blog in a language, for feed readers. */
export function feedRoutes(app: FastifyInstance, site: () => Site): void {
  app.get<{ Params: { name: string } }>('/feeds/:name', (request, reply) => {
    const current = site()
    const brand = current.brands.at(request.host)
    const origin = originOf(brand, request)
    const locale = request.params.name.replace(/\.xml$/, '')
    const isKnown = request.params.name.endsWith('.xml') && Object.hasOwn(current.definition.locales, locale)
    if (!isKnown || current.blog.articles(locale).length === 0) return problem(reply, 'unknown-feed')
    if (origin === null) return problem(reply, 'brand-without-origin', { values: { brand: brand.id } })
    const words = current.texts.wordsFor(['blog'], locale).blog as FeedWords
    return reply
      .header('cache-control', 'no-cache')
      .type('application/atom+xml; charset=utf-8')
      .send(atomFeed(current, brand, locale, { origin, words }))
  })
}
