import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentHash } from '#engine/node/hash.ts'

/** A rendered page, compressed once and sent many times. */
export interface CachedPage {
  send: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** How many pages are kept; the one unused for longest goes first. */
const capacity = 1000

/** Rendered pages by key. Buffers, because a string is encoded anew for every reply. */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  #catalog = ''

  /** Forgets every page of another catalog than this one. */
  beginWith(catalogHash: string): void {
    if (this.#catalog === catalogHash) return
    this.#pages.clear()
    this.#catalog = catalogHash
  }

  get(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (page) {
      // A Map keeps the order of insertion, so what was used moves to the end.
      this.#pages.delete(key)
      this.#pages.set(key, page)
    }
    return page
  }

  put(key: string, html: string): CachedPage {
    const page = cachedPage(html)
    this.#pages.set(key, page)
    const oldest = this.#pages.keys().next().value
    if (this.#pages.size > capacity && oldest !== undefined) this.#pages.delete(oldest)
    return page
  }
}

function cachedPage(html: string): CachedPage {
  const plain = Buffer.from(html)
  const hash = contentHash(html)
  const encodings = {
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    gzip: gzipSync(plain, { level: 9 }),
    identity: plain,
  }
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
      const encoding = preferred(request.headers['accept-encoding'] ?? '')
      reply.headers(headers[encoding])
      if (request.headers['if-none-match']?.includes(headers[encoding].etag))
        return reply.removeHeader('content-encoding').code(304).send()
      return reply.send(encodings[encoding])
    },
  }
}

type Encoding = 'br' | 'gzip' | 'identity'

function preferred(accepted: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(?!\.))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?!\.))/.test(accepted) ? 'gzip' : 'identity'
}
