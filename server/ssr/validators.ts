import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { stepSchema } from '#engine/core/step-schema.ts'
import { validatorCode, validatorModule } from '#engine/node/validator-code.ts'
import { problem } from '../http/problem.ts'
import { previewOf } from '../previews.ts'
import { inTime } from '../storage/patience.ts'
import type { Intake } from '../submissions/accept.ts'

interface Wanted {
  form: string
  locale: string
  hash: string
  step: string
}

/** How long a form that has changed since is looked for, in ms. */
const patience = 1000

/** The validator of each step as a module, under the hash of the form it belongs to: what it says never changes. */
export function validatorRoutes(app: FastifyInstance, intake: Intake, runtime: string): void {
  app.get<{ Params: Wanted }>('/validators/:form/:locale/:hash/:step.js', async (request, reply) => {
    const { params } = request
    const { form: id, locale, hash } = params
    const current = (previewOf(intake, request) ?? intake)
      .catalog()
      .versions(id, locale)
      .find((version) => version.hash === hash)
    const { form } = current ?? (await inTime(patience, intake.versions.find(id, locale, hash))) ?? {}
    const step = form?.steps.find((each) => each.id === params.step)
    if (!step) return problem(reply, 404, 'There is no such validator.')
    const text = validatorModule(validatorCode(stepSchema(step.fields)), runtime)
    // Each is asked for once by each browser: compressing it costs less than the bytes it saves.
    const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (isPacked) reply.header('content-encoding', 'gzip')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/javascript; charset=utf-8')
      .header('vary', 'accept-encoding')
      .send(isPacked ? gzipSync(text) : text)
  })
}
