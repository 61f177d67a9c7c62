import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Problem, ProblemError } from '#schemas/generated/api/problem.ts'

/** Answers with an error as application/problem+json (RFC 9457). */
export function problem(reply: FastifyReply, status: number, detail: string, errors?: ProblemError[]): FastifyReply {
  const body: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...(errors && { errors }),
  }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(body))
}
