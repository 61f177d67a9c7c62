import type { FastifyInstance } from 'fastify'
import { answersSchema } from '#engine/form/lead'
import type { Catalog } from '#engine/site'
import { problem } from '#server/http'

/** GET /api/v1/forms/…/schema: what the answers of a form look like. */
export function answersSchemaRoutes(app: FastifyInstance, catalog: () => Catalog): void {
  app.get<{ Params: { form: string }; Querystring: { locale: string } }>(
    '/api/v1/forms/:form/schema',
    { schema: { querystring: { type: 'object', required: ['locale'], properties: { locale: { type: 'string' } } } } },
    (request, reply) => {
      const { form: id } = request.params
      const { locale } = request.query
      const version = catalog().form(id, locale)
      if (!version) return problem(reply, 'unknown-form', { values: { form: id, locale } })
      const text = JSON.stringify(answersSchema(version.form), null, 2)
      return reply
        .type('application/schema+json')
        .header('cache-control', 'public, max-age=60')
        .header('etag', `"${version.hash}"`)
        .send(text)
    },
  )
}
