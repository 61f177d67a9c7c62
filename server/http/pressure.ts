import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { isPageAddress } from './addresses.ts'
import type { ErrorRenderer } from './errors.ts'
import { problem } from './problem.ts'
import { retryAfter } from './problem-table.ts'

/** What watches over the server must get through when it is busy. */
const exempt = ['/healthz', '/readyz', '/metrics']

/** How often the wait is measured, in ms. */
const sampleInterval = 1000

/**
 * Sheds load before it piles up: 503 with Retry-After, and nothing of the request is read.
 * @param longestWait a request that would wait longer for its turn is better sent again, in ms
 */
export async function shedLoad(app: FastifyInstance, pages: ErrorRenderer, longestWait: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: longestWait,
    sampleInterval,
    pressureHandler(request, reply, _type, wait) {
      // Infinity: there was no time to measure, which says no more than that one had to wait for as long as a sample takes.
      const isBearable = wait === Number.POSITIVE_INFINITY && longestWait > sampleInterval
      if (isBearable || exempt.includes(request.url)) return
      reply.header('retry-after', retryAfter)
      // There is no time to render anything.
      if (isPageAddress(request.url)) return void pages.sendPlain(request, reply, 503)
      void problem(reply, 'server-busy')
    },
  })
}
