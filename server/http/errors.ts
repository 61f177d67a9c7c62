import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { isTree } from '#engine/form/model'
import { readSchemas } from '#engine/node'
import type { ClientError } from '#schemas/generated/api/client-error.ts'
import { OutcomeUnknown, StorageUnavailable } from '#server/storage'
import { contentSecurityPolicy } from './headers.ts'
import { isPageAddress, isSameOrigin, type RateLimit, UnreadableText } from './limits.ts'
import {
  type ErrorRenderer,
  type ProblemParts,
  pointerPart,
  problem,
  problemText,
  problemType,
  type RawRequest,
} from './problem.ts'
import { type ProblemCode, problemTable, retryAfter } from './problem-table.ts'

/** What is taken out of a text, and what stands in its place. */
const rules: readonly [RegExp, string][] = [
  // Browsers quote what they could not read, with the quotation marks in it.
  [/"[\s\S]*"|“[\s\S]*”/g, '"…"'],
  // Queries and places of addresses.
  [/[?#][^\s?#:'")]*=[^\s'")]*/g, '?…'],
  [/[^\s@<>"'(),;:/?=&]+(?:@|%40)[^\s@<>"'(),;:/?=&]+/g, '[address]'],
  [/\b[a-z]{2}\d{2}(?:[ -]?[a-z\d]){11,30}\b/gi, '[account]'],
  // Telephone numbers, days, cards: seven digits and more, whatever groups them. Lines and columns have colons.
  [/\+?\(?\d(?:[\s()./\u00a0-]{0,3}\d){6,}/g, '[number]'],
]

const connectionProblems: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Names the key under which a request can be repeated, whether its caller gave one or not. */
export const keyHeader = 'idempotency-key'

/** The one place where an error becomes an answer: a page for visitors, a problem (RFC 9457) for programs. Nothing of the request's content is logged or echoed. */
export function handleErrors(app: FastifyInstance, pages: ErrorRenderer): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, code: ProblemCode, parts: ProblemParts = {}) => {
    const { status } = { ...problemTable[code], ...parts }
    if (!isPageAddress(request.url)) return problem(reply, code, parts)
    if (status === 503) reply.header('retry-after', retryAfter)
    return pages.send(request, reply, status)
  }
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const [code, parts] = refusalOf(error, reply.getHeader(keyHeader), request)
    const { status } = problemTable[code]
    if (status === 503) request.log.error({ err: error }, 'Storage cannot commit; responded with 503')
    else if (status >= 500) request.log.error({ err: error }, 'Request failed with an unexpected error')
    return answer(request, reply, code, parts)
  })
  app.setNotFoundHandler((request, reply) => {
    const isRefused = isPageAddress(request.url) && !pageMethods.includes(request.method)
    if (!isRefused) return answer(request, reply, 'not-found')
    return pages.send(request, reply.header('allow', pageMethods.join(', ')), 405)
  })
}

const pageMethods = ['GET', 'HEAD', 'POST']

/** @param key what a submission can be repeated with; undefined for any other request */
function refusalOf(error: FastifyError, key: unknown, request: FastifyRequest): [ProblemCode, ProblemParts?] {
  if (error instanceof OutcomeUnknown && typeof key === 'string') return ['outcome-unknown', { idempotencyKey: key }]
  if (error instanceof StorageUnavailable) return ['storage-unavailable']
  if (error instanceof UnreadableText) return [error.problem, { errors: error.errors }]
  if (error.validation) {
    const errors = error.validation.map(({ instancePath, keyword, message = '', params }) => {
      const key = params.missingProperty ?? params.additionalProperty
      return {
        pointer: key === undefined ? instancePath : instancePath + pointerPart(String(key)),
        code: keyword,
        message: `This ${message}.`,
      }
    })
    return ['invalid-shape', { errors, values: { schema: shapeOf(error, request) } }]
  }
  const { statusCode: status = 500 } = error
  if (status >= 500) return ['internal-error']
  const code = ofStatus[status]
  if (code === 'body-too-large') return [code, { values: { most: String(request.routeOptions.bodyLimit / 1024) } }]
  return code ? [code] : ['refused', { status }]
}

/** Fastify's own errors, and those of its plugins. */
const ofStatus: Partial<Record<number, ProblemCode>> = {
  400: 'invalid-json',
  403: 'forbidden-address',
  413: 'body-too-large',
  415: 'unsupported-media-type',
}

/** Where the shape of what was refused is described. */
function shapeOf({ validationContext }: FastifyError, { routeOptions }: FastifyRequest): string {
  const body = validationContext === 'body' ? routeOptions.schema?.body : undefined
  return isTree(body) && typeof body.$id === 'string' ? `/schemas/${body.$id}` : '/api/docs'
}

// What ends here never meets a hook, so it is given the policy by hand.

/** Answers for an address that cannot be decoded, such as /%zz. */
export function refuseAddress(pages: ErrorRenderer) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const status = error.statusCode ?? 400
    reply.header('content-security-policy', contentSecurityPolicy)
    if (isPageAddress(request.url)) pages.sendPlain(request, reply, status)
    else problem(reply, 'unreadable-address', { status })
  }
}

/** Answers for what is not HTTP, or stopped on its way here. */
export function refuseConnection(pages: ErrorRenderer) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const code = connectionProblems[error.code ?? ''] ?? 'not-http'
    const { status } = problemTable[code]
    const asked = askedIn(error.rawPacket)
    const page = asked && isPageAddress(asked.url) ? pages.plain(asked, status) : null
    const body = page ?? problemText(code)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `content-security-policy: ${contentSecurityPolicy}`,
      'cache-control: no-store',
      `content-type: ${page === null ? problemType : 'text/html; charset=utf-8'}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}

interface ConnectionError extends Error {
  code?: string
  /** What was read last, where it could not be understood. */
  rawPacket?: unknown
}

/** What a request asks for by its first lines; null where they are not at hand. */
function askedIn(packet: unknown): RawRequest | null {
  const text = Buffer.isBuffer(packet) ? packet.subarray(0, 4096).toString('latin1') : ''
  const [, method, url] = /^(GET|HEAD|POST) (\/\S*) HTTP\/1\.[01]\r\n/.exec(text) ?? []
  const host = /\r\nhost:[ \t]*([^\s,]*)/i.exec(text)?.[1] ?? ''
  return method === undefined || url === undefined ? null : { method, url, host }
}

/** POST /api/v1/client-errors: a page says what went wrong in its browser. It is logged, and kept nowhere else. */
export function clientErrorRoutes(app: FastifyInstance, limit: RateLimit, registry: Registry): void {
  const counted = new Counter({
    name: 'leadwright_client_errors_total',
    help: 'Errors that pages reported from browsers.',
    labelNames: ['kind'],
    registers: [registry],
  })
  const body = readSchemas()['api/client-error.schema.json']
  // What is refused is not read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSameOrigin(request)) return problem(reply, 'not-from-this-site')
    if (await limit(request)) return problem(reply, 'too-many-error-reports')
  }
  app.post<{ Body: ClientError }>(
    '/api/v1/client-errors',
    { schema: { body }, bodyLimit: 16 * 1024, onRequest },
    (request, reply) => {
      const { kind, message, stack = '', page, build, time } = request.body
      counted.inc({ kind })
      const clientError = {
        ...{ kind, build, time },
        message: withoutPersonalData(message),
        page: withoutPersonalData(page),
        ...(stack !== '' && { stack: withoutPersonalData(stack) }),
      }
      request.log.warn({ clientError }, 'A browser reported an error')
      return reply.code(204).send()
    },
  )
}

/**
 * A text for the log without what looks like personal data: e-mail addresses, queries, account numbers (IBAN), telephone
 * and other long numbers, and whatever stands between double quotes.
 */
export function withoutPersonalData(text: string): string {
  return rules.reduce((cleaned, [pattern, instead]) => cleaned.replace(pattern, instead), text)
}
