import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { ErrorPages } from '../ssr/error-pages.ts'
import { isPageAddress } from './addresses.ts'
import { retryAfter } from './errors.ts'
import { problem } from './problem.ts'

/** What watches over the server must get through when it is busy. */
const exempt = ['/healthz', '/readyz', '/metrics']

/**
 * Sheds load before it piles up: 503 with Retry-After, and nothing of the request is read.
 * @param longestWait a request that would wait longer for its turn is better sent again, in ms
 */
export async function shedLoad(app: FastifyInstance, pages: ErrorPages, longestWait: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: longestWait,
    pressureHandler(request, reply) {
      if (exempt.includes(request.url)) return
      reply.header('retry-after', retryAfter)
      // There is no time to render anything.
      if (isPageAddress(request.url)) return void pages.sendPlain(request, reply, 503)
      void problem(reply, 503, 'The server is busy. Nothing was stored; send the same request again in a moment.')
    },
  })
}
