import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { readSchemas } from '#engine/node'
import { problemEntries } from '../problem-table.ts'

/** An error as RFC 9457 has it. */
export const problems = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '/schemas/api/problem.schema.json' } } },
})

/** An answer by the schema of its name in schemas/api/. */
export const json = (description: string, schema: string, example: object) => ({
  description,
  content: { 'application/json': { schema: { $ref: `/schemas/api/${schema}.schema.json` }, example } },
})

/** A receipt as the documentation shows it. */
export const exampleReceipt = {
  id: '019ab0c2-7b1e-7cc0-8000-6f1d2c3b4a59',
  receivedAt: '2026-11-20T10:00:00.000Z',
  definition: '2f9a0c7d1e',
}

/** GET /api/openapi.json and readable docs at /api/docs: what partners and other clients call, from each domain's own fragment. */
export async function openapiRoutes(app: FastifyInstance, fragments: readonly ApiFragment[]): Promise<void> {
  const openapi = {
    openapi: '3.1.0',
    info: {
      title: 'Leadwright',
      version: '1',
      description: [
        'Submit leads, and read your leads as a partner. Errors are application/problem+json (RFC 9457). Each has a `code`:',
        ...problemEntries.map(([code, { status, action }]) => `- \`${code}\` (${status}): ${action}`),
      ].join('\n'),
    },
    tags: [
      { name: 'Submissions' },
      { name: 'Uploads' },
      { name: 'Steps' },
      { name: 'Leads' },
      { name: 'Cookie consents' },
      { name: 'Addresses' },
      { name: 'Deals' },
    ],
    components: { securitySchemes: { partnerKey: { type: 'http', scheme: 'bearer' } } },
    paths: Object.assign({}, ...fragments),
  }
  app.get('/api/openapi.json', (_, reply) => reply.header('cache-control', 'public, max-age=300').send(openapi))
  await app.register(async (docs) => {
    await docs.register(swagger, { mode: 'static', specification: { document: openapi as never } })
    await docs.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { deepLinking: true, layout: 'BaseLayout' } })
  })
}

/** What a domain's addresses take and answer, as paths of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0). */
export type ApiFragment = Readonly<Record<string, object>>

/** GET /schemas/form.schema.json and so on: definitions outside the repository name them as their $schema. */
export function schemaRoutes(app: FastifyInstance): void {
  for (const [name, schema] of Object.entries(readSchemas())) {
    const body = Buffer.from(JSON.stringify(schema, null, 2))
    app.get(`/schemas/${name}`, (_, reply) =>
      reply.type('application/schema+json').header('cache-control', 'public, max-age=300').send(body),
    )
  }
}
