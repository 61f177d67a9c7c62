import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { OwnAddress } from '#schemas/generated/api/own-address.ts'
import { type ApiFragment, json, problem, problems, type RateLimit, visitorAddress } from '#server/http'
import type { Geo } from './geo.ts'
import { unknownCountries } from './geo.ts'
import type { PostalCodes } from './postal-codes.ts'

const limited = { 429: problems('Too many requests from this address in a minute.') }

export const geoApi: ApiFragment = {
  '/geo/{address}': {
    get: {
      tags: ['Addresses'],
      summary: 'Look up the country of an address',
      description: 'Neither logged nor cached. Private and reserved addresses have no country.',
      parameters: [
        {
          ...{ name: 'address', in: 'path', required: true, schema: { type: 'string' }, example: 'me' },
          description: 'An IPv4 or IPv6 address, or me for the address of the request.',
        },
      ],
      responses: {
        200: json('The countries, as far as known.', 'geo', { country: { iso_code: 'ES' }, registered_country: null }),
        400: problems('This is not an IP address.'),
        ...limited,
        502: problems('The country service or database does not respond, or its response is invalid.'),
      },
    },
  },
  '/geo/postal-codes/{country}/{postalCode}': {
    get: {
      tags: ['Addresses'],
      summary: 'Look up the towns and streets of a postal code',
      description: 'In the files of GEO_POSTCODES and GEO_STREETS. Neither the question nor the answer is logged.',
      parameters: [
        {
          ...{ name: 'country', in: 'path', required: true, schema: { type: 'string' }, example: 'ES' },
          description: 'The country (ISO 3166-1 alpha-2).',
        },
        {
          ...{ name: 'postalCode', in: 'path', required: true, schema: { type: 'string' }, example: '28013' },
          description: 'The postal code, as people write it.',
        },
      ],
      responses: {
        200: json('The towns and streets; empty lists if none are known.', 'postal-code', {
          towns: ['Madrid'],
          alsoKnown: ['Comunidad de Madrid'],
          streets: ['Calle del Arenal'],
        }),
        422: problems('The country or postal code is written wrongly.'),
        ...limited,
      },
    },
  },
  '/myipaddress': {
    get: {
      tags: ['Addresses'],
      summary: 'Get the address of the request',
      description: 'Behind trusted proxies, the address that they report.',
      responses: { 200: json('The address.', 'own-address', { ip: '192.0.2.1' }), ...limited },
    },
  },
}

/** For how long browsers may keep the towns of a postal code, in seconds: what is installed changes. */
const placesMaxAge = 60 * 60

const placeParams = {
  type: 'object',
  properties: {
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    postalCode: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9 -]{1,11}$' },
  },
}

/**
 * GET /geo/<address> and /geo/me: the countries of an address. GET /geo/postal-codes/<country>/<code>: towns and streets.
 * GET /myipaddress: the visitor's own. Nothing is kept.
 */
export function geoRoutes(
  app: FastifyInstance,
  { geo, postalCodes }: { geo: Geo; postalCodes: PostalCodes },
  limit: RateLimit,
  registry: Registry,
): void {
  const lookUps = new Counter({
    name: 'leadwright_geo_lookups_total',
    help: 'Country look-ups, by source and outcome.',
    labelNames: ['source', 'outcome'],
    registers: [registry],
  })
  new Gauge({
    name: 'leadwright_geo_database_built_timestamp_seconds',
    help: 'The build time of the country database.',
    registers: [registry],
    collect() {
      const { builtAt } = geo.state()
      if (builtAt !== undefined) this.set(Date.parse(builtAt) / 1000)
    },
  })
  /** Why the last look-up failed: an outage is one line in the log, not one a visitor. */
  let logged: string | null = null
  // Counted before anything is looked up.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    if (await limit(request)) return problem(reply, 'too-many-requests')
  }

  // Whatever stands behind /geo/ is judged here, so that nothing of it is taken for a page's address.
  app.get<{ Params: { '*': string } }>('/geo/*', { onRequest }, async (request, reply) => {
    const asked = request.params['*']
    const own = visitorAddress(request)
    if (asked === 'me' && own === '') return unknownCountries
    const found = await geo.lookUp(asked === 'me' ? own : asked)
    lookUps.inc({ source: geo.state().source, outcome: found.kind })
    if (found.kind === 'none') return problem(reply, 'not-an-ip-address')
    const reason = found.kind === 'failed' ? found.reason : null
    if (reason !== null && reason !== logged)
      request.log.warn({ reason }, 'Country look-up failed; continuing without a country')
    logged = reason
    if (found.kind === 'countries') return found.countries
    return problem(reply, 'lookup-unavailable')
  })

  const schema = { params: placeParams }
  app.get<{ Params: { country: string; postalCode: string } }>(
    '/geo/postal-codes/:country/:postalCode',
    { onRequest, schema },
    async ({ params: { country, postalCode } }, reply) => {
      const found = await postalCodes.at(country, postalCode)
      // Files may still be read, or be installed any time.
      if (found.towns.length > 0 || found.streets.length > 0)
        reply.header('cache-control', `public, max-age=${placesMaxAge}`)
      return found
    },
  )

  app.get('/myipaddress', { onRequest }, async (request): Promise<OwnAddress> => ({ ip: visitorAddress(request) }))
}
