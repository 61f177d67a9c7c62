import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import { contentHash } from '#engine/node/hash.ts'
import { type Body, bestBody, bytesOf, type Encoding, preferred, quickBody } from './body.ts'

/** How much is kept, in bytes: four thousand pages. */
const capacity = 64 * 1024 * 1024

/** The longest address that is known again as it is written, in characters. */
const longestAddress = 500

/** A rendered page, sent to as many as ask for it. */
export interface SentPage {
  /** @param headers what the request adds or changes */
  send: (request: FastifyRequest, reply: FastifyReply, headers?: Record<string, string>) => FastifyReply
}

/** Rendered pages by what they were rendered from; those unused for longest go first. */
export class PageCache {
  #pages = new LRUCache<string, SentPage & { size: number }>({
    maxSize: capacity,
    sizeCalculation: ({ size }) => size,
  })
  /** Most addresses are written as they were before: as they stand → what is rendered there. */
  #addresses = new LRUCache<string, string>({ max: 10_000 })
  /** Renders that have begun, by the same keys. */
  #underWay = new Map<string, Promise<SentPage>>()

  /** The page at an address that was asked for before, as it was written. */
  at(address: string): SentPage | undefined {
    const key = this.#addresses.get(address)
    return key === undefined ? undefined : this.#pages.get(key)
  }

  /**
   * The page of a key, which is at this address from now on. Requests that come while it is rendered wait for that render;
   * if it fails, each of them gets the error, and the next request renders again.
   */
  async page(key: string, address: string, render: () => Promise<SentPage>): Promise<SentPage> {
    const page = this.#pages.get(key) ?? (await this.#once(key, render))
    // What the render did not put is not there: an error must not be found again by its address.
    if (this.#pages.has(key)) this.#remember(address, key)
    return page
  }

  #once(key: string, render: () => Promise<SentPage>): Promise<SentPage> {
    const underWay = this.#underWay.get(key) ?? render().finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, underWay)
    return underWay
  }

  /** @param policy what the page may load, as header text */
  async put(key: string, html: Buffer, policy: string): Promise<SentPage> {
    const hash = contentHash(html)
    const quick = await quickBody(html)
    const page = cachedPage(quick, [`${hash}-quick`, hash], policy)
    this.#pages.set(key, page)
    bestBody(quick)
      .then((best) => {
        if (this.#pages.has(key)) this.#pages.set(key, cachedPage(best, [hash, `${hash}-quick`], policy))
      })
      // It was sent as it is, and will be.
      .catch(() => {})
    return page
  }

  /** Long addresses are nobody's habit, and would fill the memory. */
  #remember(address: string, key: string): void {
    if (address.length <= longestAddress) this.#addresses.set(address, key)
  }
}

/** @param names what the body is called: as it is compressed now, and as clients may have it from before or will have it */
function cachedPage(body: Body, names: [string, string], policy: string): SentPage & { size: number } {
  // A strong ETag names exact bytes, so each encoding has its own (RFC 9110, section 8.8.3.3).
  const etag = (name: string, encoding: Encoding) => `"${name}-${encoding}"`
  const headersOf = (encoding: Encoding) => ({
    etag: etag(names[0], encoding),
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
  const headers = { br: headersOf('br'), gzip: headersOf('gzip'), identity: headersOf('identity') }
  return {
    size: body.br.length + body.gzip.length,
    send(request, reply, more) {
      const encoding = preferred(request)
      reply.headers(headers[encoding])
      if (more) reply.headers(more)
      if (request.headers['if-none-match'] !== undefined) {
        const known = names.map((name) => etag(name, encoding)).find((each) => fresh(request.headers, { etag: each }))
        if (known) return reply.removeHeader('content-encoding').header('etag', known).code(304).send()
      }
      return reply.send(bytesOf(body, encoding))
    },
  }
}
