import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A page as it is sent, in each encoding: compressed once. Buffers, because a string is encoded anew for every reply. */
export type Body = Readonly<Record<Encoding, Buffer>>

export function bodyOf(html: string): Body {
  const plain = Buffer.from(html)
  return {
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    gzip: gzipSync(plain, { level: 9 }),
    identity: plain,
  }
}

/** Sends a page in the encoding that the client likes best. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body): FastifyReply {
  const encoding = preferred(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('vary', 'accept-encoding').send(body[encoding])
}

export function preferred({ headers }: FastifyRequest): Encoding {
  const accepted = headers['accept-encoding'] ?? ''
  if (/\bbr\b(?!\s*;\s*q=0(?!\.))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?!\.))/.test(accepted) ? 'gzip' : 'identity'
}
