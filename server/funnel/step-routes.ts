import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readSchemas } from '#engine/node'
import type { Catalog } from '#engine/site'
import type { ShownStep } from '#schemas/generated/api/shown-step.ts'
import { type ApiFragment, problem, problems, type RateLimit } from '#server/http'
import type { StepCounts } from './step-counts.ts'

/** POST /api/v1/steps: a page that runs by itself says which step it shows. Made-up steps are not counted. */
export function stepRoutes(
  app: FastifyInstance,
  { catalog, steps, limit }: { catalog: () => Catalog; steps: StepCounts; limit: RateLimit },
): void {
  const body = readSchemas()['api/shown-step.schema.json']
  // What is refused is not read. Pages report steps as beacons, whose answer no browser waits for.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    (await limit(request)) ? problem(reply, 'too-many-requests') : undefined
  app.post<{ Body: ShownStep }>('/api/v1/steps', { schema: { body }, onRequest }, (request, reply) => {
    const { form, locale, definition, step } = request.body
    const version = catalog()
      .versions(form, locale)
      .find(({ hash }) => hash === definition)
    if (version?.form.steps.some(({ id }) => id === step)) steps.count(request.body)
    return reply.code(204).send()
  })
}

export const stepsApi: ApiFragment = {
  '/api/v1/steps': {
    post: {
      tags: ['Steps'],
      summary: 'Report a step that is shown',
      description: 'Pages report which step of a form they show. It is counted without any mark of the visitor.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '/schemas/api/shown-step.schema.json' },
            example: { form: 'home-insurance', locale: 'en', definition: '2f9a0c7d1e', step: 'housing' },
          },
        },
      },
      responses: {
        204: { description: 'Counted, if the form has such a step.' },
        422: problems('The request has another shape.'),
        429: problems('More than 600 from this address in a minute. See Retry-After.'),
      },
    },
  },
}
