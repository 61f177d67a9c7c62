import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { contentHash } from '#engine/node'
import type { Catalog } from '#engine/site'
import type { FoundDeals } from '#schemas/generated/api/found-deals.ts'
import { problem, type RateLimit } from '#server/http'
import type { Deals } from './deals.ts'
import { parseDealsQuery, parseTitleQuery } from './deals-query.ts'

/** What the calls for deals work with. */
export interface DealRoutesOptions {
  catalog: () => Catalog
  deals: Deals
  /** Whether an address has asked too often. */
  limit: RateLimit
}

/** `GET /shopping-deals` and `GET /shopping-deals-by-title`: the deals that hold now, for anybody. */
export function dealRoutes(app: FastifyInstance, { catalog, deals, limit }: DealRoutesOptions): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    (await limit(request)) ? problem(reply, 'too-many-requests') : undefined
  const languages = () => Object.keys(catalog().site.locales)

  app.get<{ Querystring: Record<string, unknown> }>('/shopping-deals', { onRequest }, (request, reply) => {
    const asked = parseDealsQuery(request.query, languages())
    if (!asked.ok) return problem(reply, 'invalid-parameter', { values: asked.wrong })
    return send(request, reply, deals.shelf().page(asked))
  })

  app.get<{ Querystring: Record<string, unknown> }>('/shopping-deals-by-title', { onRequest }, (request, reply) => {
    const asked = parseTitleQuery(request.query, languages())
    if (!asked.ok) return problem(reply, 'invalid-parameter', { values: asked.wrong })
    return send(request, reply, { deals: [...deals.shelf().search(asked)] } satisfies FoundDeals)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  const text = JSON.stringify(body)
  const etag = `"${contentHash(text)}"`
  reply.headers({ etag, 'cache-control': 'no-cache' })
  if (fresh(request.headers, { etag })) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
