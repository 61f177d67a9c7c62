import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Problem } from '#schemas/generated/api/problem.ts'

export const problemType = 'application/problem+json'

/** Answers with an error as application/problem+json (RFC 9457). */
export function problem(reply: FastifyReply, status: number, detail: string, more?: More): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(problemType)
    .send(problemText(status, detail, more))
}

/** What an error says beside its status and its sentence. */
type More = Pick<Problem, 'errors' | 'idempotencyKey'>

export function problemText(status: number, detail: string, more?: More): string {
  const body: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...more,
  }
  return JSON.stringify(body)
}
