import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isTree } from '#engine/core/definition/merge-patch.ts'
import type { Problem } from '#schemas/generated/api/problem.ts'
import type { ErrorPages } from '../ssr/error-pages.ts'
import { OutcomeUnknown, StorageUnavailable } from '../storage/storage.ts'
import { isPageAddress } from './addresses.ts'
import { pointerPart } from './pointer.ts'
import { problem } from './problem.ts'
import { UnreadableText } from './text.ts'

/** Seconds after which a visitor or partner may well have more luck. */
export const retryAfter = 5

/** Names the key under which a request can be repeated, whether its caller gave one or not. */
export const keyHeader = 'idempotency-key'

/** What an error is to who asked. */
interface Refusal extends Pick<Problem, 'errors' | 'idempotencyKey'> {
  status: number
  /** For programs; visitors read the page of the status. */
  detail: string
}

/** The one place where an error becomes an answer: a page for visitors, a problem (RFC 9457) for programs. Nothing of the request's content is logged or echoed. */
export function handleErrors(app: FastifyInstance, pages: ErrorPages): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, { status, detail, ...more }: Refusal) => {
    if (status === 503) reply.header('retry-after', retryAfter)
    if (isPageAddress(request.url)) return pages.send(request, reply, status)
    return problem(reply, status, detail, more)
  }
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error, reply.getHeader(keyHeader), request)
    if (refusal.status === 503) request.log.error({ err: error }, 'storage cannot commit')
    else if (refusal.status >= 500) request.log.error({ err: error }, 'unexpected error')
    return answer(request, reply, refusal)
  })
  app.setNotFoundHandler((request, reply) => {
    const isRefused = isPageAddress(request.url) && !pageMethods.includes(request.method)
    if (!isRefused)
      return answer(request, reply, {
        status: 404,
        detail: 'This page could not be found: there is nothing at this address.',
      })
    return answer(request, reply.header('allow', pageMethods.join(', ')), { status: 405, detail: sentences[405] ?? '' })
  })
}

const pageMethods = ['GET', 'HEAD', 'POST']

/** @param key what a submission can be repeated with; undefined for any other request */
function refusalOf(error: FastifyError, key: unknown, request: FastifyRequest): Refusal {
  if (error instanceof OutcomeUnknown && typeof key === 'string') {
    const detail =
      'Whether this was stored is not known. Send the same request again in a moment with the Idempotency-Key given ' +
      'here: it is stored once, however often it is sent.'
    return { status: 503, detail, idempotencyKey: key }
  }
  if (error instanceof StorageUnavailable)
    return { status: 503, detail: 'Nothing was stored. Send the same request again in a moment.' }
  if (error instanceof UnreadableText)
    return { status: error.statusCode, detail: error.message, ...(error.errors && { errors: error.errors }) }
  if (error.validation) {
    const errors = error.validation.map(({ instancePath, keyword, message = '', params }) => {
      const key = params.missingProperty ?? params.additionalProperty
      return {
        pointer: key === undefined ? instancePath : instancePath + pointerPart(String(key)),
        code: keyword,
        message: `This ${message}.`,
      }
    })
    return {
      status: 422,
      detail: `The request does not have the shape described in ${shapeOf(error, request)}.`,
      errors,
    }
  }
  const { statusCode: status = 500 } = error
  if (status < 500) return { status, detail: sentences[status] ?? 'The request was refused.' }
  return { status: 500, detail: 'Something went wrong here. Nothing was stored.' }
}

/** Where the shape of what was refused is described. */
function shapeOf({ validationContext }: FastifyError, { routeOptions }: FastifyRequest): string {
  const body = validationContext === 'body' ? routeOptions.schema?.body : undefined
  return isTree(body) && typeof body.$id === 'string' ? `/schemas/${body.$id}` : '/api/docs'
}

const sentences: Record<number, string> = {
  400: 'The body is not JSON, or has keys that are never allowed, such as __proto__. Send one JSON object.',
  403: 'There is nothing at this address.',
  405: 'This address does not take this method.',
  413: 'The body is too large: 64 kB at most.',
  415: 'The body has a content type that this address does not take. The API takes application/json.',
}
