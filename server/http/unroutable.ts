import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isPageAddress } from './addresses.ts'
import type { Asked, ErrorRenderer } from './errors.ts'
import { contentSecurityPolicy } from './headers.ts'
import { problem, problemText, problemType } from './problem.ts'
import { type ProblemCode, problemTable } from './problem-table.ts'

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
function askedIn(packet: unknown): Asked | null {
  const text = Buffer.isBuffer(packet) ? packet.subarray(0, 4096).toString('latin1') : ''
  const [, method, url] = /^(GET|HEAD|POST) (\/\S*) HTTP\/1\.[01]\r\n/.exec(text) ?? []
  const host = /\r\nhost:[ \t]*([^\s,]*)/i.exec(text)?.[1] ?? ''
  return method === undefined || url === undefined ? null : { method, url, host }
}

const connectionProblems: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}
