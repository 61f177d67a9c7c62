import type { FastifyInstance } from 'fastify'
import { withPatience } from '#server/storage'

/** How long a request waits for storage in all, in ms. With what else it does, its answer comes within five seconds. */
const patience = 4000

/** Whatever a request asks of storage is settled in time: a client would rather be told to try again than wait. */
export function boundStorage(app: FastifyInstance): void {
  // From when the body is here: reading it would lose what goes with the request.
  app.addHook('preValidation', (_request, _reply, done) => withPatience(patience, done))
}
