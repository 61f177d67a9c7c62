import type { FastifyInstance } from 'fastify'
import type { LeadPage } from '#schemas/generated/api/leads.ts'
import { bearerToken } from '#server/http/bearer-token.ts'
import { problem } from '#server/http/problem.ts'
import { toCsv } from '#server/leads/csv.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { RateLimit } from '../http/rate-limits.ts'
import { readFeed } from '../leads/feed.ts'
import { toCursor } from './cursor.ts'
import { parseFeedQuery } from './feed-query.ts'
import { verifyKey } from './keys.ts'

/** What the partners' routes work with. `now` gives milliseconds since the epoch. */
export interface PartnerRoutesOptions {
  storage: Storage
  now: () => number
  /** Whether a key has asked too often. */
  limit: RateLimit
}

/** `GET /api/v1/leads`: a partner reads its own leads, with its key as bearer token (RFC 6750). */
export async function partnerRoutes(
  app: FastifyInstance,
  { storage, now, limit }: PartnerRoutesOptions,
): Promise<void> {
  app.get<{ Querystring: Record<string, unknown> }>('/api/v1/leads', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    // Before storage is asked for anything, the key included.
    if (await limit(request))
      return problem(reply.header('retry-after', 60), 429, 'Too many requests with this key. Wait a minute.')
    const key = bearerToken(request.headers.authorization)
    const partner = key === null ? null : await verifyKey(storage, key)
    if (partner === null) {
      reply.header('www-authenticate', 'Bearer')
      return problem(reply, 401, 'Send your partner key: "Authorization: Bearer lw_…".')
    }
    const query = parseFeedQuery(request.query)
    if (!query.ok) return problem(reply, 400, query.detail)
    const part = await readFeed(storage, partner, { after: query.after, limit: query.limit, now: now() })
    const { leads, events, next } = part
    const cursor = toCursor(next)
    const path = `/api/v1/leads?after=${cursor}&limit=${query.limit}`
    reply.header('link', `<${path}>; rel="next"`).header('vary', 'accept')
    if (/^text\/csv\b/.test(request.headers.accept ?? ''))
      return reply.type('text/csv; charset=utf-8').send(toCsv(leads))
    return { leads, ...(events.length > 0 && { events }), next: cursor } satisfies LeadPage
  })
}
