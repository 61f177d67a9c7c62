import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type CompiledStep, compiledStep, validatorModule } from '#engine/node'
import { problem } from '#server/http'
import type { FormVersions } from '#server/leads'
import type { SightOf } from '#server/previews'
import { inTime } from '#server/storage'
import { type Body, bestBody, quickBody, sendBody } from './body.ts'

interface Wanted {
  form: string
  locale: string
  hash: string
  step: string
}

/** How long a form that has changed since is looked for, in ms. */
const patience = 1000

/** How much is kept ready to be sent, in bytes. */
const capacity = 16 * 1024 * 1024

/** The validator of each step as a module, under the hash of the form it belongs to: what it says never changes. */
export function validatorRoutes(app: FastifyInstance, sightOf: SightOf, versions: FormVersions, runtime: string): void {
  const bodies = new LRUCache<string, Body>({
    maxSize: capacity,
    sizeCalculation: ({ gzip, br }) => gzip.length + br.length,
  })
  const bodyFor = async ({ hash, code }: CompiledStep): Promise<Body> => {
    const known = bodies.get(hash)
    if (known) return known
    const body = await quickBody(validatorModule(code, runtime))
    bodies.set(hash, body)
    bestBody(body).then(
      (best) => bodies.set(hash, best),
      () => {},
    )
    return body
  }

  app.get<{ Params: Wanted }>('/validators/:form/:locale/:hash/:step.js', async (request, reply) => {
    const { params } = request
    const { form: id, locale, hash } = params
    const current = sightOf(request)
      .catalog.versions(id, locale)
      .find((version) => version.hash === hash)
    const { form } = current ?? (await inTime(patience, versions.find(id, locale, hash))) ?? {}
    const step = form?.steps.find((each) => each.id === params.step)
    if (!step) return problem(reply, 'unknown-validator')
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/javascript; charset=utf-8')
    return sendBody(request, reply, await bodyFor(compiledStep(step.fields)))
  })
}
