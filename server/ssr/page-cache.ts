import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentHash } from '#engine/node/hash.ts'
import { bodyOf, type Encoding, preferred } from './body.ts'

/** A rendered page, compressed once and sent many times. */
export interface CachedPage {
  send: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** The rendered pages of one catalog, by key. */
export interface CatalogPages {
  get: (key: string) => CachedPage | undefined
  put: (key: string, html: string) => CachedPage
}

/** How many pages are kept; the one unused for longest goes first. */
const capacity = 1000

/** Rendered pages of the catalog that is live. */
export class PageCache {
  #catalog = ''
  #pages: CatalogPages = catalogPages()

  /**
   * The pages of a catalog; those of any other are forgotten. Who renders a page asks before and puts it there after:
   * when the catalog changes in between, the page ends where nobody looks for it.
   */
  of(catalogHash: string): CatalogPages {
    if (this.#catalog !== catalogHash) {
      this.#pages = catalogPages()
      this.#catalog = catalogHash
    }
    return this.#pages
  }
}

function catalogPages(): CatalogPages {
  const pages = new Map<string, CachedPage>()
  return {
    get(key) {
      const page = pages.get(key)
      if (page) {
        // A Map keeps the order of insertion, so what was used moves to the end.
        pages.delete(key)
        pages.set(key, page)
      }
      return page
    },
    put(key, html) {
      const page = cachedPage(html)
      pages.set(key, page)
      const oldest = pages.keys().next().value
      if (pages.size > capacity && oldest !== undefined) pages.delete(oldest)
      return page
    },
  }
}

function cachedPage(html: string): CachedPage {
  const body = bodyOf(html)
  const hash = contentHash(html)
  // A strong ETag names exact bytes, so each encoding has its own (RFC 9110, section 8.8.3.3).
  const headersOf = (encoding: Encoding) => ({
    etag: `"${hash}-${encoding}"`,
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
  const headers = { br: headersOf('br'), gzip: headersOf('gzip'), identity: headersOf('identity') }
  return {
    send(request, reply) {
      const encoding = preferred(request)
      reply.headers(headers[encoding])
      if (request.headers['if-none-match']?.includes(headers[encoding].etag))
        return reply.removeHeader('content-encoding').code(304).send()
      return reply.send(body[encoding])
    },
  }
}
