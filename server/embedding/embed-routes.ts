import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { contentHash } from '#engine/node/hash.ts'
import { defaultLocale } from '#engine/site/addresses/paths.ts'
import { attributionNames } from '#engine/site/attribution-names.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import { localOrigin } from '../http/local-origin.ts'
import { originOf } from '../http/origin-of.ts'
import { type Body, quickBody, sendBody } from '../pages/body.ts'
import { type Renderer, webBuild } from '../pages/renderer.ts'
import { docsPage, docsSheet } from './docs-page.ts'

/** /embed.js, which other sites load, and /embed/docs, which says how. The frames themselves are pages. */
export async function embedRoutes(app: FastifyInstance, catalog: () => Catalog, { assets }: Renderer): Promise<void> {
  const code = await readFile(join(webBuild, 'embed/embed.js'), 'utf8')
  const scripts = new WeakMap<Catalog, Promise<{ body: Body; etag: string }>>()
  const scriptOf = (current: Catalog) => {
    const known = scripts.get(current) ?? embedScript(code, current)
    scripts.set(current, known)
    return known
  }

  app.get('/embed.js', async (request, reply) => {
    const { body, etag } = await scriptOf(catalog())
    reply.headers({
      etag,
      // A day as it is, and a week more while it is asked for anew.
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return sendBody(request, reply.type('text/javascript; charset=utf-8'), body)
  })

  app.get('/embed/docs', (request, reply) => {
    const current = catalog()
    const brand = current.brandAt(request.host)
    const origin = localOrigin(request) ?? originOf(brand, request) ?? `${request.protocol}://${request.host}`
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'host' })
      .type('text/html; charset=utf-8')
      .send(docsPage(current, brand, origin, assets))
  })
  app.get('/embed/docs.css', (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(docsSheet),
  )
}

/** The script with what it must know of the site. Its ETag is weak: it is compressed in more than one way. */
async function embedScript(code: string, { site }: Catalog): Promise<{ body: Body; etag: string }> {
  const known = JSON.stringify({ locale: defaultLocale(site), kept: attributionNames(site) })
  const text = code.replaceAll('LEADWRIGHT_SITE', () => known)
  return { body: await quickBody(text), etag: `W/"${contentHash(text)}"` }
}
