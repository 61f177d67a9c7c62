import type { FastifyInstance } from 'fastify'

/** For how long requests under way are waited for at the end, in ms: longer than storage waits for a lock. */
const patience = 8000

/** Closing waits for requests under way; one whose client fell silent must not hold the process up for ever. */
export function closeInTime(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), patience).unref()
    done()
  })
}
