import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { problemEntries } from '../problem-table.ts'
import type { ApiFragment } from './api-fragment.ts'

/** GET /api/openapi.json and readable docs at /api/docs: what partners and other clients call, from each domain's own fragment. */
export async function openapiRoutes(app: FastifyInstance, fragments: readonly ApiFragment[]): Promise<void> {
  const openapi = {
    openapi: '3.1.0',
    info: {
      title: 'Leadwright',
      version: '1',
      description: [
        'Submit leads, and read those that are yours. Errors are application/problem+json (RFC 9457). Each has a `code`:',
        ...problemEntries.map(([code, { status, action }]) => `- \`${code}\` (${status}): ${action}`),
      ].join('\n'),
    },
    tags: [
      { name: 'Submissions' },
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
