/** What the API answers under a code. */
interface ProblemEntry {
  /** The HTTP status. */
  status: number
  /** The sentence for programs and those who write them. What is in braces is filled in. */
  detail: string
  /** What its caller does about it. */
  action: string
  /** In seconds, where the reply has the header Retry-After. */
  retryAfter?: number
}

/** Seconds after which a visitor or partner may well have more luck. */
export const retryAfter = 5

const aMinute = 60
const waitAMinute = {
  status: 429,
  retryAfter: aMinute,
  action: 'Wait for the time in Retry-After, then retry.',
}
const tryAgain = { retryAfter, action: 'Retry the same request after the time in Retry-After.' }
const sendText = 'Encode the body as UTF-8, without NUL and without halves of surrogate pairs.'
const checkAddress = 'Check the address.'

/**
 * Every problem that the HTTP API answers, by its code. Codes and sentences are stable: programs read the one, people the
 * other. docs/reference/errors.md is written from this table.
 */
export const problemTable = {
  'invalid-json': {
    status: 400,
    detail: 'The body is not JSON, or has keys that are never allowed, such as __proto__. Send one JSON object.',
    action: 'Send one JSON object.',
  },
  'body-not-utf-8': { status: 400, detail: 'The body is not UTF-8.', action: sendText },
  'charset-not-utf-8': {
    status: 415,
    detail: 'The body must be UTF-8.',
    action: 'Omit the charset in Content-Type, or set it to utf-8.',
  },
  'form-not-text': { status: 400, detail: 'The body contains invalid text.', action: sendText },
  'body-not-text': { status: 422, detail: 'The body contains invalid text.', action: sendText },
  'body-not-form': {
    status: 400,
    detail: 'The body is not a form.',
    action: 'Send multipart/form-data as browsers do, with its boundary.',
  },
  'body-too-large': {
    status: 413,
    detail: 'The body is too large: {most} kB at most.',
    action: 'Send at most what the detail says.',
  },
  'unsupported-media-type': {
    status: 415,
    detail: 'The content type is not supported here. The API accepts application/json.',
    action: 'Send the body as application/json.',
  },
  'invalid-shape': {
    status: 422,
    detail: 'The request does not have the shape described in {schema}.',
    action: 'Correct each location listed in "errors".',
  },
  'invalid-parameter': {
    status: 400,
    detail: '"{name}" must {rule}.',
    action: 'Correct the parameter.',
  },
  'invalid-cursor': {
    status: 400,
    detail:
      '"after" is not a cursor: pass "next" of an earlier response unchanged, or omit it to start from the beginning.',
    action: 'Pass "next" of an earlier response, or omit "after".',
  },
  'invalid-idempotency-key': {
    status: 400,
    detail: 'Idempotency-Key must be 1 to 255 characters of plain ASCII.',
    action: 'Send another key, or none.',
  },
  'idempotency-key-reused': {
    status: 422,
    detail: 'This Idempotency-Key was used with another body. Use a new key for a new submission.',
    action: 'Use a new key.',
  },
  'unknown-form': {
    status: 404,
    detail: 'There is no form "{form}" in the language "{locale}".',
    action: 'Check "form" and "locale".',
  },
  'form-not-on-page': {
    status: 409,
    detail: 'The page does not show this form in this language. Name a page that does, or omit it.',
    action: 'Correct "context.page", or omit it.',
  },
  'definition-superseded': {
    status: 409,
    detail: 'The definition is unknown, or was superseded too long ago. Show the current form.',
    action: 'Show the current form, and ask for the consents again.',
  },
  'form-ended': {
    status: 422,
    detail: 'The form ends for these answers, at "{end}". Nothing was stored.',
    action: 'Show the message in "errors". These answers are not accepted.',
  },
  'form-not-open': {
    status: 409,
    detail: 'The form opens at {moment}. Nothing was stored.',
    action: 'Show the message in "errors", and send the form once it is open.',
  },
  'form-closed': {
    status: 409,
    detail: 'The form closed at {moment}. Nothing was stored.',
    action: 'Show the message in "errors". The form takes no more leads.',
  },
  'form-full': {
    status: 409,
    detail: 'The form has all the leads that it takes. Nothing was stored.',
    action: 'Show the message in "errors". The form takes more once its "maxLeads" is raised.',
  },
  'invalid-answers': {
    status: 422,
    detail: 'Some answers are invalid.',
    action: 'Show each message in "errors" at its question.',
  },
  'unknown-file-question': {
    status: 404,
    detail: 'There is no question for files with this "form", "locale" and "field".',
    action: 'Check the Upload-Metadata.',
  },
  'file-rejected': {
    status: 422,
    detail: 'The file was not accepted. Nothing of it was stored.',
    action: 'Show the message in "errors", and let the visitor choose another file.',
  },
  'file-not-stored': {
    status: 503,
    detail: 'The file cannot be stored at the moment. Nothing of it was stored.',
    ...tryAgain,
  },
  'unknown-upload': {
    status: 404,
    detail: 'There is no such upload, it is complete, or it was not used within a day.',
    action: 'Start a new upload.',
  },
  'wrong-offset': {
    status: 409,
    detail: 'The upload continues at another offset: see Upload-Offset.',
    action: 'Continue at the offset in the header Upload-Offset.',
  },
  'invalid-upload': {
    status: 400,
    detail:
      'Send Upload-Length with the size of the file in bytes, and Upload-Metadata with form, locale, field and filename (base64).',
    action: 'Send both headers, as tus 1.0.0 defines them.',
  },
  'file-gone': {
    status: 404,
    detail: 'There is no such file, the link has expired, or the file was erased.',
    action: 'Files can be fetched for 14 days. Ask the sender for the file.',
  },
  'file-not-scanned': {
    status: 503,
    detail: 'The file has not been scanned for viruses yet.',
    retryAfter: aMinute,
    action: 'Retry after the time in Retry-After.',
  },
  'nothing-to-consent': {
    status: 404,
    detail: 'There are no cookie settings here, or not in this language.',
    action: 'Show no cookie settings.',
  },
  'not-asked': {
    status: 422,
    detail: 'This category is not in the cookie settings.',
    action: 'Send only categories listed in the settings.',
  },
  'consent-text-changed': {
    status: 409,
    detail: 'The text of the cookie settings has changed. Show the settings again.',
    action: 'Fetch the settings again and show them.',
  },
  'missing-partner-key': {
    status: 401,
    detail: 'Send your partner key: "Authorization: Bearer lw_…".',
    action: 'Send a valid key that is not revoked.',
  },
  'not-from-this-site': {
    status: 403,
    detail: 'Only pages of this site may report errors here.',
    action: 'Report errors of your own pages to your own server.',
  },
  'not-an-ip-address': {
    status: 400,
    detail: 'This is not an IP address. Send an IP address, or me for your own.',
    action: 'Send an IPv4 or IPv6 address, or me.',
  },
  'lookup-unavailable': {
    status: 502,
    detail: 'Countries cannot be looked up at the moment.',
    action: 'Continue without the country, or retry later.',
  },
  'unreadable-address': {
    status: 400,
    detail: 'This address is not valid UTF-8.',
    action: 'Encode the address as UTF-8.',
  },
  'not-found': {
    status: 404,
    detail: 'This page could not be found.',
    action: 'Check the address and the method in /api/docs.',
  },
  'forbidden-address': { status: 403, detail: 'This address does not exist.', action: checkAddress },
  'unknown-drawing': { status: 404, detail: 'This drawing does not exist.', action: 'Reload the page.' },
  'unknown-picture': { status: 404, detail: 'This picture does not exist.', action: 'Reload the page.' },
  'unknown-file': { status: 404, detail: 'This file does not exist.', action: 'Reload the page.' },
  'unknown-table': { status: 404, detail: 'This table does not exist.', action: 'Reload the page.' },
  'unknown-validator': { status: 404, detail: 'This validator does not exist.', action: 'Reload the page.' },
  'unknown-lead': {
    status: 404,
    detail: 'You have no such lead, or it takes no offers.',
    action: 'Check the id of the lead, and that your delivery asks for offers.',
  },
  'invalid-offers': {
    status: 422,
    detail: 'No offer can be shown. {reasons}',
    action: 'Correct the offers as /schemas/offer.schema.json describes them.',
  },
  'unknown-results': {
    status: 404,
    detail: 'There is no page of offers here, or not any more.',
    action: 'Show that the offers are no longer available.',
  },
  'unknown-feed': {
    status: 404,
    detail: 'This feed does not exist. Languages with articles have a feed at /feeds/<language>.xml.',
    action: checkAddress,
  },
  'brand-without-origin': {
    status: 404,
    detail: 'The brand "{brand}" has no origin, and this host is not one of its hosts.',
    action: 'Send the request to a host of the brand, or add an "origin" to its definition.',
  },
  'too-many-submissions': {
    ...waitAMinute,
    detail: 'Too many submissions from this address. Nothing was stored.',
  },
  'too-many-consents': { ...waitAMinute, detail: 'Too many requests from this address. Nothing was stored.' },
  'too-many-requests': { ...waitAMinute, detail: 'Too many requests from this address. Wait a minute.' },
  'too-many-reads': { ...waitAMinute, detail: 'Too many requests with this key. Wait a minute.' },
  'too-many-error-reports': { ...waitAMinute, detail: 'Too many errors were reported.' },
  'request-timeout': {
    status: 408,
    detail: 'The request did not arrive in time. Nothing was stored.',
    action: 'Send the whole request within 30 seconds.',
  },
  'headers-too-large': {
    status: 431,
    detail: 'The headers are too large: 16 kB at most.',
    action: 'Send fewer or shorter headers.',
  },
  'not-http': { status: 400, detail: 'This is not HTTP.', action: 'Send HTTP/1.1.' },
  refused: {
    status: 400,
    detail: 'The request was rejected.',
    action: 'See the status for the reason: any from 400 to 499 without a code of its own.',
  },
  'storage-unavailable': {
    ...tryAgain,
    status: 503,
    detail: 'Storage is unavailable. Nothing was stored. Retry the same request in a moment.',
  },
  'outcome-unknown': {
    status: 503,
    retryAfter,
    detail:
      'It is unknown whether this was stored. Retry the same request in a moment with the Idempotency-Key given ' +
      'here. It is then stored exactly once, however often you send it.',
    action: 'Retry the same request with the key in "idempotencyKey".',
  },
  'server-busy': {
    ...tryAgain,
    status: 503,
    detail: 'The server is busy. Nothing was stored. Retry the same request in a moment.',
  },
  'internal-error': {
    status: 500,
    detail: 'An unexpected error occurred. Nothing was stored.',
    action: 'Retry later. The error is in the server log.',
  },
} as const satisfies Record<string, ProblemEntry>

export type ProblemCode = keyof typeof problemTable

/** Each code with its entry. */
export const problemEntries = Object.entries(problemTable) as [ProblemCode, ProblemEntry][]
