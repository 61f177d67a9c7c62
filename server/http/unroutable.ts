import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy } from './headers.ts'
import { problem, problemText, problemType } from './problem.ts'

// What ends here never meets a hook, so it is given the policy by hand.

/** An address that cannot be decoded, such as /%zz. */
export function refuseAddress(error: FastifyError, _: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 400
  problem(reply.header('content-security-policy', contentSecurityPolicy), status, 'This address cannot be read.')
}

/** What is not HTTP, or stopped on its way here. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const { status, detail } = connectionProblems[error.code ?? ''] ?? { status: 400, detail: 'This is not HTTP.' }
  const body = problemText(status, detail)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-security-policy: ${contentSecurityPolicy}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const connectionProblems: Record<string, { status: number; detail: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers are too large: 16 kB at most.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time. Nothing was stored.' },
}
