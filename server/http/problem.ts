import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#schemas/generated/api/problem.ts'
import { type ProblemCode, problemTable } from './problem-table.ts'

/** More than anybody reads, and no more than what was sent: a client that posts thousands of mistakes gets no book in reply. */
export const mostErrors = 50

export const problemType = 'application/problem+json'

/** What a reply says besides its code. */
export interface ProblemParts extends Pick<Problem, 'idempotencyKey'> {
  errors?: Problem['errors'] | undefined
  /** What goes into the braces of the sentence. */
  values?: Readonly<Record<string, string>>
  /** How many errors there are, where `errors` has only the first. */
  count?: number
  /** In place of the status in the table, for the code `refused`. */
  status?: number
}

/** Answers with a problem of the table as application/problem+json (RFC 9457). */
export function problem(reply: FastifyReply, code: ProblemCode, parts: ProblemParts = {}): FastifyReply {
  const entry = entryOf(code)
  if (entry.retryAfter !== undefined) reply.header('retry-after', entry.retryAfter)
  return reply
    .code(parts.status ?? entry.status)
    .header('cache-control', 'no-store')
    .type(problemType)
    .send(problemText(code, parts))
}

export function problemText(
  code: ProblemCode,
  { values = {}, errors, count, status, idempotencyKey }: ProblemParts = {},
) {
  const entry = entryOf(code)
  const known = status ?? entry.status
  const sentence = entry.detail.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole)
  const body: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[known] ?? 'Error',
    status: known,
    code,
    detail: ofMany(sentence, count ?? errors?.length ?? 0),
    ...(errors && { errors: errors.slice(0, mostErrors) }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
  return JSON.stringify(body)
}

/** @param count of problems, of which the first are listed */
function ofMany(detail: string, count: number): string {
  return count > mostErrors ? `${detail} These are the first ${mostErrors} of ${count} errors.` : detail
}

function entryOf(code: ProblemCode) {
  const entry: { status: number; detail: string; retryAfter?: number } = problemTable[code]
  return entry
}

/** A key as a part of a JSON Pointer (RFC 6901). */
export function pointerPart(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** What a visitor sees in place of a page: an error in the language of the address, with a way on. */
export interface ErrorRenderer {
  /** Answers with the page of a status. Rendered once for each brand, language and error; never stored by anybody. */
  send: (request: FastifyRequest, reply: FastifyReply, status: number) => Promise<FastifyReply>
  /** The same without rendering anything. */
  sendPlain: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply
  /** The same as a text, for what never became a request. */
  plain: (asked: RawRequest, status: number) => string
}

/** What is known of a request that an error page answers. */
export interface RawRequest {
  method: string
  /** The target of the request line. */
  url: string
  host: string
}
