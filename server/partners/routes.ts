import type { FastifyInstance } from 'fastify'
import type { LeadPage } from '#schemas/generated/api/leads.ts'
import { problem } from '#server/http/problem.ts'
import type { Storage } from '#server/storage/storage.ts'
import { toCursor } from './cursor.ts'
import { readFeed } from './feed.ts'
import { parseFeedQuery } from './feed-query.ts'
import { verifyKey } from './keys.ts'

/** What the partners' routes work with. `now` gives milliseconds since the epoch. */
export interface PartnerRoutesOptions {
  storage: Storage
  now: () => number
}

/** `GET /api/v1/leads`: a partner reads its own leads, with its key as bearer token (RFC 6750). */
export async function partnerRoutes(app: FastifyInstance, { storage, now }: PartnerRoutesOptions): Promise<void> {
  app.get<{ Querystring: Record<string, unknown> }>('/api/v1/leads', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const key = bearerToken(request.headers.authorization)
    const partner = key === null ? null : await verifyKey(storage, key)
    if (partner === null) {
      reply.header('www-authenticate', 'Bearer')
      return problem(reply, 401, 'Send your partner key: "Authorization: Bearer lw_…".')
    }
    const query = parseFeedQuery(request.query)
    if (!query.ok) return problem(reply, 400, query.detail)
    const { leads, next } = await readFeed(storage, partner, { after: query.after, limit: query.limit, now: now() })
    return { leads, next: toCursor(next) } satisfies LeadPage
  })
}

function bearerToken(header: string | undefined): string | null {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null
}
