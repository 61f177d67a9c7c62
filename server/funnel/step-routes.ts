import type { FastifyInstance } from 'fastify'
import type { Catalog } from '#engine/catalog/catalog.ts'
import type { ShownStep, StepCounts } from './step-counts.ts'

const text = { type: 'string', minLength: 1, maxLength: 100 }

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['form', 'locale', 'definition', 'step'],
  properties: { form: text, locale: text, definition: text, step: text },
}

/** POST /api/v1/steps: a page that runs by itself says which step it shows. Made-up steps are not counted. */
export function stepRoutes(app: FastifyInstance, catalog: () => Catalog, steps: StepCounts): void {
  app.post<{ Body: ShownStep }>('/api/v1/steps', { schema: { body } }, (request, reply) => {
    const { form, locale, definition, step } = request.body
    const version = catalog()
      .versions(form, locale)
      .find(({ hash }) => hash === definition)
    if (version?.form.steps.some(({ id }) => id === step)) steps.count(request.body)
    return reply.code(204).send()
  })
}
