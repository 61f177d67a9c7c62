import { type ApiFragment, exampleReceipt, json, problems } from '#server/http'

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
      summary: 'Read your leads, oldest first',
      description:
        'Reading on from `next` misses no lead, and gives none twice unless a backup was restored meanwhile. Who unsubscribes from what you had stands in `events`: write to that address no more. Accept: text/csv gives a table, of leads alone.',
      security: [{ partnerKey: [] }],
      parameters: [
        { name: 'after', in: 'query', schema: { type: 'string' }, description: 'The `next` of the last answer.' },
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 } },
      ],
      responses: {
        200: json('Some leads, and where to go on.', 'leads', {
          leads: [lead],
          events: [unsubscribed],
          next: 'djE6MQ',
        }),
        400: problems('The cursor or the limit cannot be read.'),
        401: problems('The key is missing, unknown or revoked.'),
        429: problems('Too many requests with this key; see Retry-After.'),
      },
    },
  },
}
