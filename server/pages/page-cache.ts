import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gunzipSync, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import { contentHash } from '#engine/node'
import type { ReadyAnswer } from '#server/http'

/** How much is kept, in bytes: four thousand pages. */
const capacity = 64 * 1024 * 1024

/** The longest address that is remembered, in characters. */
const longestAddress = 500

/** Rendered pages by what they were rendered from; those unused for longest go first. */
export class PageCache {
  #pages = new LRUCache<string, CachedPage>({
    maxSize: capacity,
    sizeCalculation: ({ size }) => size,
  })
  /** Address as requested → key of its page. Most addresses are requested again in the same form. */
  #addresses = new LRUCache<string, string>({ max: 10_000 })
  /** Renders that have begun, by the same keys. */
  #underWay = new Map<string, Promise<SentPage>>()

  /** The page at an address that was asked for before, as it was written. */
  at(address: string): CachedPage | undefined {
    const key = this.#addresses.get(address)
    return key === undefined ? undefined : this.#again(key)
  }

  /**
   * The page of a key, which is at this address from now on. Requests that come while it is rendered wait for that render;
   * if it fails, each of them gets the error, and the next request renders again.
   */
  async page(key: string, address: string, render: () => Promise<SentPage>): Promise<SentPage> {
    const page = this.#again(key) ?? (await this.#once(key, render))
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
    const page = cachedPage(await quickBody(html), [`${hash}-quick`, hash], policy)
    this.#pages.set(key, page)
    return page
  }

  /** A page that is there already: one that is asked for again is worth its best compression. */
  #again(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (page)
      improve(page.body, (best) => {
        if (this.#pages.has(key)) this.#pages.set(key, page.improved(best))
      })
    return page
  }

  /** Long addresses are rarely requested twice, and would fill the memory. */
  #remember(address: string, key: string): void {
    if (address.length <= longestAddress) this.#addresses.set(address, key)
  }
}

/** A rendered page, sent to as many as ask for it. */
export interface SentPage {
  /** @param headers what the request adds or changes */
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    headers?: Record<string, string>,
  ) => FastifyReply | Promise<FastifyReply>
}

interface CachedPage extends SentPage {
  size: number
  body: Body
  /** The same page with a body that is compressed better. */
  improved: (best: Body) => CachedPage
  /** What was sent, by encoding: the same for every request, since the cache key includes all that the page depends on. */
  answers: Map<Encoding, ReadyAnswer>
}

/** @param names the names for ETags: of the body as it is compressed now, and of the same body compressed the other way */
function cachedPage(body: Body, names: [string, string], policy: string): CachedPage {
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
  const answers: CachedPage['answers'] = new Map()
  return {
    size: body.br.length + body.gzip.length,
    body,
    improved: (best) => cachedPage(best, [names[1], names[0]], policy),
    answers,
    send(request, reply, more) {
      const encoding = preferred(request)
      reply.headers(headers[encoding])
      if (more) reply.headers(more)
      if (request.headers['if-none-match'] !== undefined) {
        const known = names.map((name) => etag(name, encoding)).find((each) => fresh(request.headers, { etag: each }))
        if (known) return reply.removeHeader('content-encoding').header('etag', known).code(304).send()
      }
      const bytes = bytesOf(body, encoding)
      // Uncompressed pages are rarely requested, so they are not kept. Hooks set headers until the page is sent.
      if (encoding !== 'identity' && request.method === 'GET' && !answers.has(encoding))
        reply.raw.once('finish', () => {
          // A cookie belongs to one browser.
          if (!reply.raw.hasHeader('set-cookie')) answers.set(encoding, { headers: headersSent(reply.raw), bytes })
        })
      return reply.send(bytes)
    },
  }
}

/** The headers of an answer as `writeHead` takes them. */
function headersSent(sent: ServerResponse): string[] {
  return sent.getHeaderNames().flatMap((name) => [name, String(sent.getHeader(name))])
}

/** What bytes are sent in, best first. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** A compressed page. Buffers, because a string is encoded again for every reply. */
export interface Body {
  br: Buffer
  gzip: Buffer
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** Compresses well enough in a few milliseconds, in another thread. */
export async function quickBody(text: string | Buffer): Promise<Body> {
  const plain = typeof text === 'string' ? Buffer.from(text) : text
  const [br, gzip] = await Promise.all([brotli(plain, quality(plain, 5)), zip(plain)])
  return { br, gzip }
}

let last: Promise<unknown> = Promise.resolve()

/** Bodies that need no better compression, or get it soon. */
const improved = new WeakSet<Body>()

/**
 * Compresses a body as well as possible, unless it is or will be: in another thread and one body at a time, since it
 * takes thirty times as long or more. If that fails, the quick compression stays.
 */
export function improve(quick: Body, use: (best: Body) => void): void {
  if (improved.has(quick)) return
  improved.add(quick)
  const improving = last.then(async () => {
    const plain = await unzip(quick.gzip)
    const best = { ...quick, br: await brotli(plain, quality(plain, constants.BROTLI_MAX_QUALITY)) }
    improved.add(best)
    use(best)
  })
  last = improving.catch(() => {})
}

function quality(plain: Buffer, value: number) {
  return {
    params: { [constants.BROTLI_PARAM_QUALITY]: value, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  }
}

/** The bytes of a body in an encoding. */
function bytesOf(body: Body, encoding: Encoding): Buffer {
  return encoding === 'identity' ? gunzipSync(body.gzip) : body[encoding]
}

/** Sends a body in the encoding that the client likes best. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body): FastifyReply {
  const encoding = preferred(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('vary', 'accept-encoding').send(bytesOf(body, encoding))
}

/** Sends a page of one visitor, compressed for this request and not kept. */
export async function sendOnce(request: FastifyRequest, reply: FastifyReply, plain: Buffer): Promise<FastifyReply> {
  const encoding = preferred(request)
  reply.header('vary', 'accept-encoding')
  if (encoding === 'identity') return reply.send(plain)
  const bytes = await (encoding === 'br' ? brotli(plain, quality(plain, 5)) : zip(plain))
  return reply.header('content-encoding', encoding).send(bytes)
}

const negotiator = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 200 }) as never,
})

/** The encoding that a client likes best (RFC 9110, section 12.5.3). */
export function preferred({ headers }: FastifyRequest): Encoding {
  const accepted = headers['accept-encoding']
  return (accepted && negotiator.negotiate(accepted)) || 'identity'
}
