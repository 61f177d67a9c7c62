import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { contentHash } from '#engine/node'
import type { Site } from '#engine/site'
import { dealReads, mostFound, usualLimit } from '#engine/site'
import type { FoundDeals } from '#schemas/generated/api/found-deals.ts'
import { type ApiFragment, json, problem, problems, type RateLimit } from '#server/http'
import type { Deals } from './deals.ts'

/** The most deals a page may have. */
const mostDeals = mostFound

/** The longest term or name of a shop, in characters. */
const longestTerm = 100

const lastPage = 99_999

const deal = {
  ...{ id: 'kettle', shop: 'Casa Lumbre', category: 'home', title: 'Electric kettle with a gooseneck spout' },
  ...{ image: '/media/kettle-2f9a0c7d1e3b.svg', price: 44.5, currency: 'GBP' },
  oldPrice: { amount: 59.5, basis: 'lowest-30-days', saving: 25 },
  url: 'https://casalumbre.example/gb/kettle',
  ...{ start: '2026-11-05T08:00:00.000Z', end: '2027-05-31T21:00:00.000Z' },
}

const locale = {
  ...{ name: 'locale', in: 'query', schema: { type: 'string', pattern: '^[a-z]{2}$', default: 'en' } },
  description: 'A language of the site, for texts and for the prices of its market. The first one by default.',
}

const wholeNumber = (name: string, usual: number, most?: number) => ({
  ...{ name, in: 'query' },
  schema: { type: 'integer', minimum: 1, ...(most !== undefined && { maximum: most }), default: usual },
})

const refusals = {
  400: problems('A parameter is invalid; the detail names it and its allowed values.'),
  429: problems('Too many requests from this address; see Retry-After.'),
}

const unchanged = { description: 'The deals are unchanged since the ETag in If-None-Match.' }

export const dealsApi: ApiFragment = {
  '/shopping-deals': {
    get: {
      tags: ['Deals'],
      summary: 'List current deals, soonest to end first',
      parameters: [
        wholeNumber('limit', usualLimit, mostDeals),
        wholeNumber('page', 1),
        locale,
        { name: 'category', in: 'query', schema: { type: 'string' } },
        {
          ...{ name: 'shop', in: 'query', schema: { type: 'string', maxLength: longestTerm } },
          description: 'The name of a shop; case and accents are ignored.',
        },
        {
          ...{ name: 'sort', in: 'query', schema: { type: 'string', enum: [...dealReads.sort] } },
          description: 'saving: the largest saving first, price: the lowest price first.',
        },
      ],
      responses: {
        200: json('A page; beyond the last one it is empty.', 'deals', { deals: [deal], totalPages: 1, total: 1 }),
        304: unchanged,
        ...refusals,
      },
    },
  },
  '/shopping-deals-by-title': {
    get: {
      tags: ['Deals'],
      summary: 'Search current deals',
      description: `Finds every word of the term in titles and names of shops, ignoring case and accents: whole words first, then beginnings, then parts. ${mostFound} deals at most.`,
      parameters: [
        { name: 'term', in: 'query', required: true, schema: { type: 'string', minLength: 1, maxLength: longestTerm } },
        locale,
      ],
      responses: { 200: json('The deals found.', 'found-deals', { deals: [deal] }), 304: unchanged, ...refusals },
    },
  },
}

/** What the calls for deals work with. */
export interface DealRoutesOptions {
  site: () => Site
  deals: Deals
  /** Whether an address has asked too often. */
  limit: RateLimit
}

/** `GET /shopping-deals` and `GET /shopping-deals-by-title`: the deals that hold now, for anybody. */
export function dealRoutes(app: FastifyInstance, { site, deals, limit }: DealRoutesOptions): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    (await limit(request)) ? problem(reply, 'too-many-requests') : undefined
  const languages = () => Object.keys(site().definition.locales)

  app.get<{ Querystring: Record<string, unknown> }>('/shopping-deals', { onRequest }, (request, reply) => {
    const categories = site().definition.deals?.categories
    const asked = parseDealsQuery(request.query, languages(), categories)
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

/** The drawings of definitions/media/, each under the hash of what it shows. */
export function drawingRoutes(app: FastifyInstance, site: () => Site): void {
  app.get<{ Params: { name: string } }>('/media/:name.svg', (request, reply) => {
    const drawing = site().deals.drawings.find(({ path }) => path === `/media/${request.params.name}.svg`)
    if (!drawing) return problem(reply, 'unknown-drawing')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/svg+xml; charset=utf-8')
      .send(drawing.svg)
  })
}

/** What a query asks for, or what one of its parameters must be. */
type Parsed<T> = ({ ok: true } & T) | { ok: false; wrong: { name: string; rule: string } }

type Query = Readonly<Record<string, unknown>>

/** The query of `GET /shopping-deals`. @param locales of the site, the first its own; the categories are its deals' */
function parseDealsQuery(
  query: Query,
  locales: readonly string[],
  categories: readonly string[] | undefined,
): Parsed<{
  locale: string
  category?: string
  shop?: string
  sort?: (typeof dealReads.sort)[number]
  limit: number
  page: number
}> {
  const locale = localeIn(query, locales)
  if (locale === null) return refused('locale', `be one of ${locales.join(', ')}`)
  const limit = wholeNumberRule(query.limit, usualLimit, mostDeals)
  if (limit === null) return refused('limit', `be a whole number from 1 to ${mostDeals}`)
  const page = wholeNumberRule(query.page, 1, lastPage)
  if (page === null) return refused('page', `be a whole number from 1 to ${lastPage}`)
  const category = textIn(query.category)
  if (query.category !== undefined && (category === null || !(categories?.includes(category) ?? true)))
    return refused('category', `be one of ${categories?.join(', ') ?? 'the categories of deals'}`)
  const shop = textIn(query.shop)
  if (query.shop !== undefined && shop === null)
    return refused('shop', `be the name of a shop, ${longestTerm} characters at most`)
  const sort = dealReads.sort.find((each) => each === query.sort)
  if (query.sort !== undefined && sort === undefined) return refused('sort', `be one of ${dealReads.sort.join(', ')}`)
  const chosen = { ...(category && { category }), ...(shop !== null && { shop }), ...(sort && { sort }) }
  return { ok: true, locale, limit, page, ...chosen }
}

/** The query of `GET /shopping-deals-by-title`. @param locales of the site, the first its own */
function parseTitleQuery(query: Query, locales: readonly string[]): Parsed<{ locale: string; term: string }> {
  const locale = localeIn(query, locales)
  if (locale === null) return refused('locale', `be one of ${locales.join(', ')}`)
  const term = textIn(query.term)
  if (term === null || !/[\p{L}\p{N}]/u.test(term))
    return refused('term', `hold a letter or a digit, and ${longestTerm} characters at most`)
  return { ok: true, locale, term }
}

function refused(name: string, rule: string) {
  return { ok: false as const, wrong: { name, rule } }
}

function localeIn({ locale }: Query, locales: readonly string[]): string | null {
  return locales.find((each) => each === (locale ?? locales[0])) ?? null
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longestTerm ? value : null
}

function wholeNumberRule(value: unknown, usual: number, most: number): number | null {
  if (value === undefined) return usual
  const number = typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= most ? number : null
}
