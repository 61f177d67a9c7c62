import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { answersSchema } from '#engine/core/lead/answers-schema.ts'
import type { LiveCatalog } from '#engine/node/live-catalog.ts'
import { problem } from './problem.ts'

const problems = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '/schemas/api/problem.schema.json' } } },
})
const json = (description: string, schema: string, example: object) => ({
  description,
  content: { 'application/json': { schema: { $ref: `/schemas/api/${schema}.schema.json` }, example } },
})

const receipt = {
  id: '019ab0c2-7b1e-7cc0-8000-6f1d2c3b4a59',
  receivedAt: '2026-11-20T10:00:00.000Z',
  definition: '2f9a0c7d1e',
}

const lead = {
  ...{ id: receipt.id, form: 'home-insurance', locale: 'en', receivedAt: receipt.receivedAt, test: false },
  data: { mail: 'ada@example.com', property: 'flat' },
}

/** What partners and other clients call, as OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0). */
const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Leadwright',
    version: '1',
    description: 'Submit leads, and read those that are yours. Errors are application/problem+json (RFC 9457).',
  },
  tags: [{ name: 'Submissions' }, { name: 'Leads' }],
  components: { securitySchemes: { partnerKey: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/api/v1/submissions': {
      post: {
        tags: ['Submissions'],
        summary: 'Submit a lead',
        description:
          'When this answers 201, the lead is on disk. Send the same key and body again as often as needed: what is stored ' +
          'answers 200 with the same receipt, also when the form has changed since, or a date has passed.',
        parameters: [
          {
            ...{ name: 'Idempotency-Key', in: 'header', required: false },
            description:
              'The same key with the same body, for the same form, is the same lead, from whatever address it comes. ' +
              'With another body it is refused (422) when the same caller used it before: nobody signs in, so a caller ' +
              'is known by its address and its User-Agent. Keys of other callers and of other forms never meet yours. ' +
              '1 to 255 characters of ASCII. Without one every request is a lead of its own; each answer names a key in ' +
              'the same header, with which that request can be repeated.',
            schema: { type: 'string', maxLength: 255 },
            example: 'order-4711',
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '/schemas/api/submission.schema.json' },
              example: { form: 'home-insurance', locale: 'en', answers: { email: 'ada@example.com', privacy: true } },
            },
          },
        },
        responses: {
          200: json('The same key and body again: nothing new was stored.', 'receipt', receipt),
          201: json('Stored durably.', 'receipt', receipt),
          400: problems('The body is not JSON, or not UTF-8.'),
          404: problems('There is no such form in this language.'),
          409: problems(
            'The `definition` is not known, or was superseded more than a day ago: nobody has agreed to what the form ' +
              'says now. Or the page named does not show this form. Nothing was stored; show the form anew.',
          ),
          422: problems('Answers are not valid, or the key was used with another body.'),
          429: problems(
            'Too many submissions, or ten times as many that were refused. Nothing was stored; see Retry-After.',
          ),
          503: problems(
            'Storage cannot commit. Nothing was stored; see Retry-After. Only where the body has an idempotencyKey, nobody ' +
              'can say whether it was: send the same body again with that key, and it is stored once.',
          ),
        },
      },
    },
    '/api/v1/forms/{form}/schema': {
      get: {
        tags: ['Submissions'],
        summary: "The JSON Schema of a form's answers",
        parameters: [
          { name: 'form', in: 'path', required: true, schema: { type: 'string' }, example: 'home-insurance' },
          { name: 'locale', in: 'query', required: true, schema: { type: 'string' }, example: 'en' },
        ],
        responses: {
          200: { description: 'A JSON Schema, draft-07. Its ETag is the `definition` of a submission.' },
          404: problems('There is no such form.'),
        },
      },
    },
    '/api/v1/leads': {
      get: {
        tags: ['Leads'],
        summary: 'Read your leads, oldest first',
        description:
          'Reading on from `next` misses no lead, and gives none twice unless a backup was restored meanwhile. Accept: text/csv gives a table.',
        security: [{ partnerKey: [] }],
        parameters: [
          { name: 'after', in: 'query', schema: { type: 'string' }, description: 'The `next` of the last answer.' },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 } },
        ],
        responses: {
          200: json('Some leads, and where to go on.', 'leads', { leads: [lead], next: 'djE6MQ' }),
          400: problems('The cursor or the limit cannot be read.'),
          401: problems('The key is missing, unknown or revoked.'),
          429: problems('Too many requests with this key; see Retry-After.'),
        },
      },
    },
  },
}

/** GET /api/openapi.json, readable docs at /api/docs, and the schema of each form's answers. */
export async function openapiRoutes(app: FastifyInstance, live: LiveCatalog): Promise<void> {
  app.get('/api/openapi.json', (_, reply) => reply.header('cache-control', 'public, max-age=300').send(openapi))

  app.get<{ Params: { form: string }; Querystring: { locale: string } }>(
    '/api/v1/forms/:form/schema',
    { schema: { querystring: { type: 'object', required: ['locale'], properties: { locale: { type: 'string' } } } } },
    (request, reply) => {
      const { form: id } = request.params
      const { locale } = request.query
      const version = live.current().form(id, locale)
      if (!version) return problem(reply, 404, `There is no form "${id}" in the language "${locale}".`)
      const text = JSON.stringify(answersSchema(version.form), null, 2)
      return reply
        .type('application/schema+json')
        .header('cache-control', 'public, max-age=60')
        .header('etag', `"${version.hash}"`)
        .send(text)
    },
  )

  await app.register(async (docs) => {
    await docs.register(swagger, { mode: 'static', specification: { document: openapi as never } })
    await docs.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { deepLinking: true, layout: 'BaseLayout' } })
  })
}
