import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { withDeadline } from '#server/storage'
import type { ErrorRenderer } from './errors.ts'
import { problem } from './problem.ts'
import { retryAfter } from './problem-table.ts'
import { isPageAddress } from './visitor-address.ts'

/** For how long requests under way are waited for at the end, in ms: longer than storage waits for a lock. */
const closingDeadlineMs = 8000

/** How long a request waits for storage in all, in ms. With what else it does, its answer comes within five seconds. */
const deadlineMs = 4000

/** What watches over the server must get through when it is busy. */
const exempt = ['/healthz', '/readyz', '/metrics']

/** How often the wait is measured, in ms. */
const sampleInterval = 1000

/**
 * Sheds load before it piles up: 503 with Retry-After, and nothing of the request is read.
 * @param maxDelay a request that would wait longer for its turn is better sent again, in ms
 */
export async function shedLoad(app: FastifyInstance, pages: ErrorRenderer, maxDelay: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    sampleInterval,
    pressureHandler(request, reply, _type, wait) {
      // Infinity: there was no time to measure, which says no more than that one had to wait for as long as a sample takes.
      const isBearable = wait === Number.POSITIVE_INFINITY && maxDelay > sampleInterval
      if (isBearable || exempt.includes(request.url)) return
      reply.header('retry-after', retryAfter)
      // There is no time to render anything.
      if (isPageAddress(request.url)) return void pages.sendPlain(request, reply, 503)
      void problem(reply, 'server-busy')
    },
  })
}

/** Whatever a request asks of storage is settled in time: a client would rather be told to try again than wait. */
export function boundStorage(app: FastifyInstance): void {
  // From when the body is here: reading it would lose what goes with the request.
  app.addHook('preValidation', (_request, _reply, done) => withDeadline(deadlineMs, done))
}

/** Closing waits for requests under way; one whose client fell silent must not hold the process up for ever. */
export function closeInTime(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), closingDeadlineMs).unref()
    done()
  })
}
