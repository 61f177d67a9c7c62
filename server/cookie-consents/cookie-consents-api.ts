import { type ApiFragment, json, problems } from '#server/http'

const id = '3f2b8c1e-5a4d-4c6f-9e7a-1b2c3d4e5f60'

export const cookieConsentsApi: ApiFragment = {
  '/api/v1/cookie-settings': {
    get: {
      tags: ['Cookie consents'],
      summary: 'What visitors are asked',
      description: 'The text of the cookie settings of the brand at home on this host.',
      parameters: [
        {
          ...{ name: 'locale', in: 'query', required: true },
          schema: { type: 'string', pattern: '^[a-z]{2}$' },
          example: 'en',
        },
      ],
      responses: {
        200: json('What is asked.', 'cookie-settings', {}),
        404: problems('There is nothing to consent to here, or not in this language.'),
      },
    },
  },
  '/api/v1/cookie-consents': {
    post: {
      tags: ['Cookie consents'],
      summary: 'Record a choice',
      description:
        'Recorded durably under a random id of the browser. The same id and number again is the same choice.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '/schemas/api/cookie-consent.schema.json' },
            example: { id, number: 1, action: 'choose', categories: ['analytics'], locale: 'en', text: '2f9a0c7d1e' },
          },
        },
      },
      responses: {
        200: json('The same choice again: nothing new was recorded.', 'cookie-consent-receipt', {}),
        201: json('Recorded durably.', 'cookie-consent-receipt', {
          id,
          number: 1,
          givenAt: '2026-11-20T10:00:00.000Z',
        }),
        409: problems('The text is another now, and nobody was shown this one.'),
        422: problems('The request has another shape, or names a category that nothing here has.'),
        429: problems('Too many from this address in a minute.'),
        503: problems('Storage cannot commit. Nothing was recorded.'),
      },
    },
  },
}
