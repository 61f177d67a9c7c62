import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '#engine/site'
import type { LeadPage, PartnerLead } from '#schemas/generated/api/leads.ts'
import { askedOffers } from '#server/channels'
import {
  type ApiFragment,
  bearerToken,
  exampleReceipt,
  json,
  type ProblemCode,
  type ProblemParts,
  problem,
  problems,
  type RateLimit,
} from '#server/http'
import { listDeliveries, readFeed, remark, toCsv } from '#server/leads'
import { takeOffers } from '#server/offers'
import type { Storage } from '#server/storage'
import { keyUses, verifyKey } from './keys.ts'

const lead = {
  ...{
    id: exampleReceipt.id,
    form: 'home-insurance',
    locale: 'en',
    receivedAt: exampleReceipt.receivedAt,
    test: false,
  },
  data: { mail: 'ada@example.com', property: 'flat' },
}

/** The same lead, once its person has unsubscribed. */
const unsubscribed = {
  ...{ event: 'unsubscribed', ...lead, unsubscribedAt: '2026-11-21T08:00:00.000Z' },
  data: { mail: 'ada@example.com' },
}

export const leadsApi: ApiFragment = {
  '/api/v1/leads': {
    get: {
      tags: ['Leads'],
      summary: 'List your leads, oldest first',
      description:
        'Continue with `next`: you miss no lead and get none twice, unless a backup was restored in between. `events` lists people who unsubscribed from leads that you have: stop writing to their addresses. With Accept: text/csv you get a table of leads only.',
      security: [{ partnerKey: [] }],
      parameters: [
        { name: 'after', in: 'query', schema: { type: 'string' }, description: 'The `next` of the last response.' },
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 } },
      ],
      responses: {
        200: json('A page of leads, and the cursor of the next page.', 'leads', {
          leads: [lead],
          events: [unsubscribed],
          next: 'djE6MQ',
        }),
        400: problems('The cursor or the limit is invalid.'),
        401: problems('The key is missing, unknown or revoked.'),
        429: problems('Too many requests with this key; see Retry-After.'),
      },
    },
  },
  '/api/v1/leads/{id}/offers': {
    post: {
      tags: ['Leads'],
      summary: 'Answer a lead with offers',
      description:
        "The offers are shown on the visitor's results page. You can repeat the call: an offer with the same id is " +
        'replaced. If your delivery has a list and a map, send your own format.',
      security: [{ partnerKey: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: exampleReceipt.id }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { offers: { type: 'array', items: { $ref: '/schemas/offer.schema.json' } } },
            },
            example: { offers: [{ id: 'q-1', product: 'Comfort', price: { amount: 12.5, period: 'month' } }] },
          },
        },
      },
      responses: {
        200: { description: 'The ids of the offers that were taken, and why others were not.' },
        401: problems('The key is missing, unknown or revoked.'),
        404: problems('You have no such lead, its page is over, or your delivery of it asks for no offers.'),
        413: problems('The body is larger than 256 kB.'),
        422: problems('No offer can be shown; the reasons are in the detail.'),
        429: problems('Too many requests with this key; see Retry-After.'),
      },
    },
  },
}

/** What the partners' routes work with. `now` gives milliseconds since the epoch. */
export interface PartnerRoutesOptions {
  site: () => Site
  storage: Storage
  now: () => number
  /** Whether a key has asked too often. */
  limit: RateLimit
  /** Puts the contents of a lead's files into a payload. */
  fillFiles?: (lead: string, payload: string) => Promise<string>
  /** Called with a lead whose offers have come. */
  onOffers: (lead: string) => void
}

const defaultLimit = 100

/** The largest body with offers, in bytes. */
const mostOfferBytes = 256 * 1024

/** More than one partner ever has of a lead. */
const mostDeliveries = 50
const mostLeads = 500

/**
 * `GET /api/v1/leads`: a partner reads its own leads, with its key as bearer token (RFC 6750).
 * `POST /api/v1/leads/{id}/offers`: it answers one of them with offers.
 */
export async function partnerRoutes(
  app: FastifyInstance,
  { site, storage, now, limit, fillFiles, onOffers }: PartnerRoutesOptions,
): Promise<void> {
  const noteUse = keyUses(storage, now)

  /** The partner of the request's key; null where the reply is a problem already. */
  async function partnerOf(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    reply.header('cache-control', 'no-store')
    // Before storage is asked for anything, the key included.
    const isLimited = await limit(request)
    const key = isLimited ? null : bearerToken(request.headers.authorization)
    const partner = key === null ? null : await verifyKey(storage, key)
    if (isLimited) problem(reply, 'too-many-reads')
    else if (partner === null) problem(reply.header('www-authenticate', 'Bearer'), 'missing-partner-key')
    else if (key !== null) noteUse(key)
    return partner
  }

  app.post<{ Params: { id: string }; Body: unknown }>(
    '/api/v1/leads/:id/offers',
    { bodyLimit: mostOfferBytes },
    async (request, reply) => {
      const partner = await partnerOf(request, reply)
      if (partner === null) return reply
      const { id: lead } = request.params
      const sent = await listDeliveries(storage, { lead, partner, limit: mostDeliveries })
      const { deliveries = {} } = site().partners.all[partner] ?? {}
      const own = sent.find(({ topic, state, delivery, attempts, replay }) => {
        const definition = deliveries[delivery]
        // Of what it rejected, or what was withdrawn, it has nothing to say any more.
        const isTheirs = state === 'delivered' || ((state === 'pending' || state === 'dead') && attempts + replay > 0)
        return topic === 'lead' && isTheirs && definition !== undefined && askedOffers(definition) !== null
      })
      const definition = own && deliveries[own.delivery]
      const asked = definition && askedOffers(definition)
      const answer = { lead, partner, delivery: own?.delivery ?? '', json: request.body }
      const read = asked ? await takeOffers(storage, { ...answer, asked }, now()) : null
      // The reply does not reveal whether another partner has this lead.
      if (!read) return problem(reply, 'unknown-lead')
      const reasons = read.refused.join(' ')
      if (own && reasons !== '') await storage.atomic([remark(own.id, reasons)])
      if (reasons !== '' && read.taken.length === 0) return problem(reply, 'invalid-offers', { values: { reasons } })
      onOffers(lead)
      storage.notify(lead)
      return { taken: read.taken, refused: read.refused }
    },
  )

  app.get<{ Querystring: Record<string, unknown> }>('/api/v1/leads', async (request, reply) => {
    const partner = await partnerOf(request, reply)
    if (partner === null) return reply
    const query = parseFeedQuery(request.query)
    if (!query.ok) return problem(reply, ...query.problem)
    const part = await readFeed(storage, partner, { after: query.after, limit: query.limit, now: now() })
    const { events, next } = part
    const leads: PartnerLead[] = []
    for (const lead of part.leads) {
      const text = JSON.stringify(lead)
      const filled = (await fillFiles?.(lead.id, text)) ?? text
      leads.push(filled === text ? lead : (JSON.parse(filled) as PartnerLead))
    }
    const cursor = toCursor(next)
    const path = `/api/v1/leads?after=${cursor}&limit=${query.limit}`
    reply.header('link', `<${path}>; rel="next"`).header('vary', 'accept')
    if (/^text\/csv\b/.test(request.headers.accept ?? ''))
      return reply.type('text/csv; charset=utf-8').send(toCsv(leads))
    return { leads, ...(events.length > 0 && { events }), next: cursor } satisfies LeadPage
  })
}

type FeedQueryParsed = { ok: true; after: number; limit: number } | { ok: false; problem: [ProblemCode, ProblemParts?] }

/** Reads `after` and `limit` as they stand in a URL. */
function parseFeedQuery({ after = '', limit = String(defaultLimit) }: Record<string, unknown>): FeedQueryParsed {
  const start = after === '' ? 0 : typeof after === 'string' ? parseCursor(after) : null
  if (start === null) return { ok: false, problem: ['invalid-cursor'] }
  const most = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : 0
  const values = { name: 'limit', rule: `be a whole number from 1 to ${mostLeads}` }
  if (most < 1 || most > mostLeads) return { ok: false, problem: ['invalid-parameter', { values }] }
  return { ok: true, after: start, limit: most }
}

/** Writes a feed number as a cursor: opaque to partners, so that what it holds may change (hence the version). */
export function toCursor(number: number): string {
  return Buffer.from(`v1:${number}`).toString('base64url')
}

/** Reads a cursor that `toCursor` wrote, or returns null. */
export function parseCursor(cursor: string): number | null {
  const digits = /^v1:(0|[1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  if (digits === undefined) return null
  // Decoding forgives stray characters; a cursor that was not copied whole should not pass.
  return toCursor(Number(digits)) === cursor ? Number(digits) : null
}
