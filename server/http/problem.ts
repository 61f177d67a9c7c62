import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Problem, ProblemError } from '#schemas/generated/api/problem.ts'

export const problemType = 'application/problem+json'

/** Answers with an error as application/problem+json (RFC 9457). */
export function problem(reply: FastifyReply, status: number, detail: string, errors?: ProblemError[]): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(problemType)
    .send(problemText(status, detail, errors))
}

export function problemText(status: number, detail: string, errors?: ProblemError[]): string {
  const body: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...(errors && { errors }),
  }
  return JSON.stringify(body)
}
