import type { FastifyInstance } from 'fastify'
import { readSchemas } from '#engine/node'

/** GET /schemas/form.schema.json and so on: definitions outside the repository name them as their $schema. */
export function schemaRoutes(app: FastifyInstance): void {
  for (const [name, schema] of Object.entries(readSchemas())) {
    const body = Buffer.from(JSON.stringify(schema, null, 2))
    app.get(`/schemas/${name}`, (_, reply) =>
      reply.type('application/schema+json').header('cache-control', 'public, max-age=300').send(body),
    )
  }
}
