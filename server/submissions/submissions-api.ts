import { type ApiFragment, json, problems, exampleReceipt as receipt } from '#server/http'

export const submissionsApi: ApiFragment = {
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
}
