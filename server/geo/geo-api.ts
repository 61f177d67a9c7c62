import { type ApiFragment, json, problems } from '#server/http'

const limited = { 429: problems('Too many from this address in a minute.') }

export const geoApi: ApiFragment = {
  '/geo/{address}': {
    get: {
      tags: ['Addresses'],
      summary: 'The countries of an address',
      description: 'Neither logged nor cached. Private and reserved addresses are in no country.',
      parameters: [
        {
          ...{ name: 'address', in: 'path', required: true, schema: { type: 'string' }, example: 'me' },
          description: 'An IPv4 or IPv6 address, or me for the one that the request comes from.',
        },
      ],
      responses: {
        200: json('What is known of it.', 'geo', { country: { iso_code: 'ES' }, registered_country: null }),
        400: problems('This is no address.'),
        ...limited,
        502: problems('The service or database that is asked does not answer, or nothing that makes sense.'),
      },
    },
  },
  '/myipaddress': {
    get: {
      tags: ['Addresses'],
      summary: 'The address a request comes from',
      description: 'Behind proxies that the server trusts, the address that they name.',
      responses: { 200: json('The address.', 'own-address', { ip: '192.0.2.1' }), ...limited },
    },
  },
}
