import { isIPv4 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { type Brand, hostsOf } from '#engine/site'
import type { ProblemError } from '#schemas/generated/api/problem.ts'
import { withDeadline } from '#server/storage'
import { type ErrorRenderer, pointerPart, problem } from './problem.ts'
import { type ProblemCode, problemTable, retryAfter } from './problem-table.ts'

/** Counts a request and tells whether there were too many like it in this minute. */
export type RateLimit = (request: FastifyRequest) => Promise<boolean>

/** What is limited. */
export interface RateLimits {
  /** Valid submissions by address. */
  submissions: RateLimit
  /** Posted steps and submissions by address, those that are refused included. */
  posts: RateLimit
  /** Look-ups of addresses, by the address they come from. */
  lookUps: RateLimit
  /** Reads of leads by partner key, and by address, where made-up keys all count as one. */
  reads: RateLimit
  /** Reads that need no key, by address. */
  openReads: RateLimit
  /** Steps that pages report, by address. */
  steps: RateLimit
  /** Errors that browsers report, by address and altogether: they fill the log, so they are limited always. */
  clientErrors: RateLimit
}

/** Enough to follow a feed closely, with several readers. */
const readsPerMinute = 600

/** Enough for whoever reads for many partners. A made-up key costs a look into storage, which nobody gets more of. */
const readsPerMinuteAndAddress = 3000

/** Forms have a dozen steps: enough for fifty visitors of one address who fill in theirs within the same minute. */
const stepsPerMinute = 600

/** A page reports five at most; a house with many visitors has many pages. */
const clientErrorsPerMinute = 30

/** What a log can take, and somebody read. */
const clientErrorsPerMinuteOfAll = 300

/** How many times as often one may try: who corrects mistakes in every step is still far from it. */
const tries = 10

/** @param perMinute submissions a minute and address; null for no limit */
export async function rateLimits(app: FastifyInstance, perMinute: number | null): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, max: 1, timeWindow: '1 minute', keyGenerator: limitedAddress })
  const atMost = (max: number, keyGenerator = limitedAddress): RateLimit => {
    const limit = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator })
    return async (request) => {
      const found = await limit(request)
      return !found.isAllowed && found.isExceeded
    }
  }
  const unlimited: RateLimit = async () => false
  const byKey = atMost(readsPerMinute, (request) => bearerToken(request.headers.authorization) ?? '')
  const byAddress = atMost(readsPerMinuteAndAddress)
  const errorsByAddress = atMost(clientErrorsPerMinute)
  const errorsOfAll = atMost(clientErrorsPerMinuteOfAll, () => 'all')
  return {
    submissions: perMinute === null ? unlimited : atMost(perMinute),
    posts: perMinute === null ? unlimited : atMost(perMinute * tries),
    lookUps: perMinute === null ? unlimited : atMost(perMinute * tries),
    reads: async (request) => (await byKey(request)) || byAddress(request),
    openReads: perMinute === null ? unlimited : atMost(readsPerMinute),
    steps: perMinute === null ? unlimited : atMost(stepsPerMinute),
    clientErrors: async (request) => (await errorsByAddress(request)) || errorsOfAll(request),
  }
}

/** For how long requests under way are waited for at the end, in ms: longer than storage waits for a lock. */
const closingDeadlineMs = 8000

/** How long a request waits for storage in all, in ms. With what else it does, its answer comes within five seconds. */
const deadlineMs = 4000

/** What watches over the server must get through when it is busy. */
const exempt = ['/healthz', '/readyz', '/metrics']

/** How often the wait is measured, in ms. */
const sampleInterval = 1000

/**
 * Sheds load before it piles up: 503 with Retry-After, and nothing of the request is read.
 * @param maxDelay a request that would wait longer for its turn is better sent again, in ms
 */
export async function shedLoad(app: FastifyInstance, pages: ErrorRenderer, maxDelay: number): Promise<void> {
  await app.register(underPressure, { sampleInterval })
  app.addHook('onRequest', (request, reply, done) => {
    const wait = app.memoryUsage().eventLoopDelay
    // Infinity: there was no time to measure, which says no more than that one had to wait for as long as a sample takes.
    const isBearable = wait <= maxDelay || (wait === Number.POSITIVE_INFINITY && maxDelay > sampleInterval)
    if (isBearable || exempt.includes(request.url)) return done()
    reply.header('retry-after', retryAfter)
    // There is no time to render anything. The request goes no further, since `done` is not called.
    if (isPageAddress(request.url)) pages.sendPlain(request, reply, 503)
    else problem(reply, 'server-busy')
  })
}

/** Whatever a request asks of storage is settled in time: a client would rather be told to try again than wait. */
export function boundStorage(app: FastifyInstance): void {
  // From when the body is here: reading it would lose what goes with the request.
  app.addHook('preValidation', (_request, _reply, done) => withDeadline(deadlineMs, done))
}

/** Closing waits for requests under way; one whose client fell silent must not hold the process up for ever. */
export function closeInTime(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    const late = setTimeout(() => app.server.closeAllConnections(), closingDeadlineMs).unref()
    app.server.once('close', () => clearTimeout(late))
    done()
  })
}

/** What files come in, which may take longer than any other request. */
const withFiles = /^(?:multipart\/form-data|application\/offset\+octet-stream)\b/i

/** A request without files arrives in time, or it is refused as Node refuses one whose headers are late. @param most in ms */
export function limitArrival(app: FastifyInstance, most: number): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { headers, method = '' } = raw
    if (method === 'GET' || method === 'HEAD' || raw.complete || withFiles.test(headers['content-type'] ?? ''))
      return done()
    // An error notes where it was made, which takes longer than the rest of this: hardly any request is late.
    const late = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    const timer = setTimeout(() => app.server.emit('clientError', late(), raw.socket), most)
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    done()
  })
}

/** Addresses that programs call and pages load. Every other is a page, or would be one. */
const notPages =
  /^\/(?:(?:api|assets|geo|media|schemas|validators)(?:\/|$)|(?:healthz|readyz|metrics|myipaddress|shopping-deals(?:-by-title)?)$)/

/**
 * The address a request came from. Some proxies write the port behind it, which is another with each connection; what a
 * proxy passes on and is no address at all counts as the proxy's own.
 */
export function visitorAddress({ ip, socket }: FastifyRequest): string {
  return addressIn(ip) ?? addressIn(socket.remoteAddress ?? '') ?? ''
}

/** The address that limits count by: an IPv6 /64 is one household. */
export function limitedAddress(request: FastifyRequest): string {
  const address = visitorAddress(request)
  return ipaddr.IPv6.isValid(address) ? String(ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)) : address
}

function addressIn(text: string): string | null {
  if (isIPv4(text)) return text
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const bare = (bracketed ?? dotted ?? text).replace(/%.*$/, '')
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
  return isAddress ? ipaddr.process(bare).toString() : null
}

/** The path of a request's target, which some clients write with a host before it (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/]*/i, '').split('?')[0] ?? ''
}

/** Whether a person looks at what is answered there. */
export function isPageAddress(target: string): boolean {
  return !notPages.test(pathOf(target))
}

/**
 * The origin that somebody on this very machine came to, who tries the product: null for everybody else, since whoever
 * may write the host of a link that is mailed to others could have their tokens sent to himself.
 */
export function localOrigin(request: FastifyRequest): string | null {
  const { host, protocol } = request
  const address = visitorAddress(request)
  const isHere = address === '::1' || address.startsWith('127.')
  const isNamedHere = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host)
  return isHere && isNamedHere ? `${protocol}://${host.toLowerCase()}` : null
}

/** Whether a page of this host sent it: browsers say where a POST comes from. */
export function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin !== undefined && URL.canParse(headers.origin) && new URL(headers.origin).host === host
}

/** Where a brand is at home; or the host asked for, if it names it as one of its own. */
export function originOf(brand: Brand, { host, protocol }: FastifyRequest): string | null {
  if (brand.origin !== undefined) return brand.origin
  const asked = host.toLowerCase()
  const isOwn = hostsOf(brand).some((own) => own === asked || own === asked.replace(/:\d+$/, ''))
  return isOwn ? `${protocol}://${asked}` : null
}

/** The token of an Authorization header (RFC 6750), however the scheme and the spaces are written; null without one. */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null
}

/** What came in is no text, so that it can neither be kept nor passed on. */
export class UnreadableText extends Error {
  readonly problem: ProblemCode
  readonly errors: ProblemError[] | undefined

  constructor(problem: ProblemCode, errors?: ProblemError[]) {
    super(problemTable[problem].detail)
    this.problem = problem
    this.errors = errors
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A body as text. @throws UnreadableText unless it is UTF-8 and does not claim to be anything else */
function readText({ headers }: FastifyRequest, body: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) throw new UnreadableText('charset-not-utf-8')
  try {
    return utf8.decode(body)
  } catch {
    throw new UnreadableText('body-not-utf-8')
  }
}

/** A form's body as browsers post it. @throws UnreadableText when it, or what it holds in escapes, is no UTF-8 */
export function readForm(request: FastifyRequest, body: Buffer): string {
  const text = readText(request, body)
  try {
    if (decodeURIComponent(text).includes('\0')) throw new URIError()
  } catch {
    throw new UnreadableText('form-not-text')
  }
  return text
}

/** A body of multipart/form-data as the same fields urlencoded; files are left out. @throws UnreadableText when it is none */
export async function urlencoded({ headers }: FastifyRequest, body: Buffer): Promise<Buffer> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new UnreadableText('body-not-form')
  })
  const fields = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  return Buffer.from(new URLSearchParams(fields).toString())
}

/**
 * Everything that comes in as text is text: bodies are UTF-8, and no value, key or part of an address holds NUL or half a
 * character, which databases and partners' programs refuse.
 */
export function takeOnlyText(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = readText(request, body as Buffer)
      // Only an escape can smuggle anything else in, and hardly any body holds one.
      request.mayHoldOddities = /\\u(?:0000|[dD][89a-fA-F])/.test(text)
      parseJson(request, text, done)
    } catch (error) {
      done(error as Error)
    }
  })
  app.decorateRequest('mayHoldOddities', false)
  app.addHook('preValidation', (request, _, done) => {
    if (oddity(request.params) !== null || oddity(request.query) !== null)
      return done(new UnreadableText('unreadable-address'))
    const pointer = request.mayHoldOddities ? oddity(request.body) : null
    if (pointer === null) return done()
    const message = 'This contains an invalid character: NUL, or half of a surrogate pair.'
    done(new UnreadableText('body-not-text', [{ pointer, code: 'text', message }]))
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the body has escapes that may stand for no character. */
    mayHoldOddities: boolean
  }
}

/** Where something stands that is no text, as a JSON Pointer; null where all is well. However deep, without recursion. */
function oddity(value: unknown): string | null {
  const open: [pointer: string, value: unknown][] = [['', value]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [pointer, inner] = next
    if (typeof inner === 'string' && !isText(inner)) return pointer
    if (typeof inner !== 'object' || inner === null) continue
    for (const [key, each] of Object.entries(inner)) {
      // An odd name is not repeated.
      if (!isText(key)) return pointer
      open.push([pointer + pointerPart(key), each])
    }
  }
  return null
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
