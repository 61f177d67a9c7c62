import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { readSchemas } from '#engine/node'
import type { ClientError } from '#schemas/generated/api/client-error.ts'
import { problem } from './problem.ts'
import type { RateLimit } from './rate-limits.ts'
import { isSameOrigin } from './visitor-address.ts'

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

/**
 * A text for the log without what looks like personal data: e-mail addresses, queries, account numbers (IBAN), telephone
 * and other long numbers, and whatever stands between double quotes.
 */
export function withoutPersonalData(text: string): string {
  return rules.reduce((cleaned, [pattern, instead]) => cleaned.replace(pattern, instead), text)
}
