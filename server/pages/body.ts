import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gunzipSync, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** What bytes are sent in, best first. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** A page as it is sent, compressed once. Buffers, because a string is encoded anew for every reply. */
export interface Body {
  br: Buffer
  gzip: Buffer
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** Compresses well enough in a few milliseconds, beside the main thread. */
export async function quickBody(text: string | Buffer): Promise<Body> {
  const plain = typeof text === 'string' ? Buffer.from(text) : text
  const [br, gzip] = await Promise.all([brotli(plain, quality(plain, 5)), zip(plain)])
  return { br, gzip }
}

let last: Promise<unknown> = Promise.resolve()

/** Compresses as well as can be, beside the main thread and one body after the other: it takes ten times as long. */
export function bestBody({ gzip }: Body): Promise<Body> {
  const best = last.then(async () => {
    const plain = await unzip(gzip)
    return { br: await brotli(plain, quality(plain, constants.BROTLI_MAX_QUALITY)), gzip }
  })
  last = best.catch(() => {})
  return best
}

function quality(plain: Buffer, value: number) {
  return {
    params: { [constants.BROTLI_PARAM_QUALITY]: value, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  }
}

/** The bytes of a body in an encoding. Hardly anybody asks for them as they are, so that is not kept. */
export function bytesOf(body: Body, encoding: Encoding): Buffer {
  return encoding === 'identity' ? gunzipSync(body.gzip) : body[encoding]
}

/** Sends a body in the encoding that the client likes best. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body): FastifyReply {
  const encoding = preferred(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('vary', 'accept-encoding').send(bytesOf(body, encoding))
}

/** Sends a page of one visitor, compressed for this request and not kept. */
export async function sendOnce(request: FastifyRequest, reply: FastifyReply, plain: Buffer): Promise<FastifyReply> {
  const encoding = preferred(request)
  reply.header('vary', 'accept-encoding')
  if (encoding === 'identity') return reply.send(plain)
  const bytes = await (encoding === 'br' ? brotli(plain, quality(plain, 5)) : zip(plain))
  return reply.header('content-encoding', encoding).send(bytes)
}

const negotiator = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 200 }) as never,
})

/** The encoding that a client likes best (RFC 9110, section 12.5.3). */
export function preferred({ headers }: FastifyRequest): Encoding {
  const accepted = headers['accept-encoding']
  return (accepted && negotiator.negotiate(accepted)) || 'identity'
}
