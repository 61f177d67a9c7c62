import type { FastifyError, FastifyInstance } from 'fastify'
import { StorageUnavailable } from '../storage/storage.ts'
import { pointerPart } from './pointer.ts'
import { problem } from './problem.ts'

/** Seconds after which a visitor or partner may well have more luck. */
export const retryAfter = 5

/** The one place where an error becomes an answer. Nothing of the request's content is logged or echoed. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof StorageUnavailable) {
      request.log.error({ err: error }, 'storage cannot commit')
      return problem(
        reply.header('retry-after', retryAfter),
        503,
        'Nothing was stored. Send the same request again in a moment.',
      )
    }
    if (error.validation) {
      const errors = error.validation.map(({ instancePath, keyword, message = '', params }) => {
        const key = params.missingProperty ?? params.additionalProperty
        return {
          pointer: key === undefined ? instancePath : instancePath + pointerPart(String(key)),
          code: keyword,
          message: `This ${message}.`,
        }
      })
      return problem(
        reply,
        422,
        'The request does not have the shape described in /schemas/api/submission.schema.json.',
        errors,
      )
    }
    const { statusCode = 500 } = error
    if (statusCode < 500) return problem(reply, statusCode, sentences[statusCode] ?? 'The request was refused.')
    request.log.error({ err: error }, 'unexpected error')
    return problem(reply, 500, 'Something went wrong here. Nothing was stored.')
  })
  app.setNotFoundHandler((_, reply) => problem(reply, 404, 'There is nothing at this address.'))
}

const sentences: Record<number, string> = {
  400: 'The body is not JSON, or has keys that are never allowed, such as __proto__. Send one JSON object.',
  403: 'There is nothing at this address.',
  405: 'This address does not take this method.',
  413: 'The body is too large: 64 kB at most.',
  415: 'The body has a content type that this address does not take. The API takes application/json.',
}
