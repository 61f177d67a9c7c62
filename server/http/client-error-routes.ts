import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { readSchemas } from '#engine/node/schemas.ts'
import type { ClientError } from '#schemas/generated/api/client-error.ts'
import { problem } from './problem.ts'
import type { RateLimit } from './rate-limits.ts'
import { isSameOrigin } from './same-origin.ts'
import { withoutPersonalData } from './without-personal-data.ts'

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
      request.log.warn({ clientError }, 'an error in a browser')
      return reply.code(204).send()
    },
  )
}
