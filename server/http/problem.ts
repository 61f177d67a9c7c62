import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Problem } from '#schemas/generated/api/problem.ts'

/** More than anybody reads, and no more than what was sent: whoever posts thousands of mistakes gets no book in reply. */
export const mostErrors = 50

export const problemType = 'application/problem+json'

/** @param count of problems, of which the first are listed */
export function ofMany(detail: string, count: number): string {
  return count > mostErrors ? `${detail} These are the first ${mostErrors} of ${count} problems.` : detail
}

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
    detail: ofMany(detail, more?.errors?.length ?? 0),
    ...more,
    ...(more?.errors && { errors: more.errors.slice(0, mostErrors) }),
  }
  return JSON.stringify(body)
}
