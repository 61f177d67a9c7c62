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
  action: 'Wait as long as Retry-After says, then send it again.',
}
const tryAgain = { retryAfter, action: 'Send the same request again after Retry-After.' }
const sendText = 'Encode the body as UTF-8, without NUL and without half of a surrogate pair.'
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
    action: 'Leave the charset out of Content-Type, or name utf-8.',
  },
  'form-not-text': { status: 400, detail: 'The body holds what is no text.', action: sendText },
  'body-not-text': { status: 422, detail: 'The body holds what is no text.', action: sendText },
  'body-not-form': {
    status: 400,
    detail: 'The body is no form.',
    action: 'Send multipart/form-data as browsers do, with its boundary.',
  },
  'body-too-large': { status: 413, detail: 'The body is too large: 64 kB at most.', action: 'Send less.' },
  'unsupported-media-type': {
    status: 415,
    detail: 'The body has a content type that this address does not take. The API takes application/json.',
    action: 'Send the body as application/json.',
  },
  'invalid-shape': {
    status: 422,
    detail: 'The request does not have the shape described in {schema}.',
    action: 'Correct each place that "errors" names.',
  },
  'invalid-parameter': {
    status: 400,
    detail: '"{name}" must {rule}.',
    action: 'Correct the parameter.',
  },
  'invalid-cursor': {
    status: 400,
    detail: '"after" is not a cursor: pass "next" of an earlier answer as it is, or leave it out to start over.',
    action: 'Pass "next" of an earlier answer, or leave "after" out.',
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
    detail: 'The page does not show this form in this language. Name one that does, or none.',
    action: 'Correct "context.page", or leave it out.',
  },
  'definition-superseded': {
    status: 409,
    detail: 'The definition is not known, or was superseded too long ago. Show the form as it is now.',
    action: 'Show the form as it is now, and ask for the consents again.',
  },
  'form-ended': {
    status: 422,
    detail: 'The form ends for these answers, at "{end}". Nothing was stored.',
    action: 'Show the message in "errors". These answers are not taken.',
  },
  'invalid-answers': {
    status: 422,
    detail: 'Some answers are not valid.',
    action: 'Show each message in "errors" at its question.',
  },
  'nothing-to-consent': {
    status: 404,
    detail: 'There is nothing to consent to here, or not in this language.',
    action: 'Show no cookie settings.',
  },
  'not-asked': { status: 422, detail: 'This was not asked.', action: 'Send only categories that the settings list.' },
  'consent-text-changed': {
    status: 409,
    detail: 'The text that was shown is another now. Show the settings anew.',
    action: 'Read the settings again and show them.',
  },
  'missing-partner-key': {
    status: 401,
    detail: 'Send your partner key: "Authorization: Bearer lw_…".',
    action: 'Send a key that is known and not revoked.',
  },
  'not-from-this-site': {
    status: 403,
    detail: 'Only pages of this site report errors here.',
    action: 'Report errors of your own pages elsewhere.',
  },
  'not-an-ip-address': {
    status: 400,
    detail: 'This is no IP address. Give one, or me for your own.',
    action: 'Give an IPv4 or IPv6 address, or me.',
  },
  'lookup-unavailable': {
    status: 502,
    detail: 'Countries cannot be looked up at the moment.',
    action: 'Go on without the country, or ask again later.',
  },
  'unreadable-address': { status: 400, detail: 'This address cannot be read.', action: 'Encode the address as UTF-8.' },
  'not-found': {
    status: 404,
    detail: 'This page could not be found: there is nothing at this address.',
    action: 'Check address and method. /api/docs lists both.',
  },
  'forbidden-address': { status: 403, detail: 'There is nothing at this address.', action: checkAddress },
  'unknown-drawing': { status: 404, detail: 'There is no such drawing.', action: 'Load the page again.' },
  'unknown-picture': { status: 404, detail: 'No page has this picture.', action: 'Load the page again.' },
  'unknown-file': { status: 404, detail: 'There is no such file.', action: 'Load the page again.' },
  'unknown-validator': { status: 404, detail: 'There is no such validator.', action: 'Load the page again.' },
  'unknown-feed': {
    status: 404,
    detail: 'There is no such feed. The blog of a language with articles has one at /feeds/<language>.xml.',
    action: checkAddress,
  },
  'brand-without-origin': {
    status: 404,
    detail: 'The brand "{brand}" has no origin, and this is none of its hosts.',
    action: 'Ask at a host of the brand, or give the brand an "origin" in its definition.',
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
    detail: 'The request was refused.',
    action: 'The status says why. It may be any from 400 to 499 that no other code here has.',
  },
  'storage-unavailable': {
    ...tryAgain,
    status: 503,
    detail: 'Nothing was stored. Send the same request again in a moment.',
  },
  'outcome-unknown': {
    status: 503,
    retryAfter,
    detail:
      'Whether this was stored is not known. Send the same request again in a moment with the Idempotency-Key given ' +
      'here: it is stored once, however often it is sent.',
    action: 'Send the same request again with the key in "idempotencyKey".',
  },
  'server-busy': {
    ...tryAgain,
    status: 503,
    detail: 'The server is busy. Nothing was stored; send the same request again in a moment.',
  },
  'internal-error': {
    status: 500,
    detail: 'Something went wrong here. Nothing was stored.',
    action: 'Send it again later. The server has logged the error.',
  },
} as const satisfies Record<string, ProblemEntry>

export type ProblemCode = keyof typeof problemTable

/** Each code with its entry. */
export const problemEntries = Object.entries(problemTable) as [ProblemCode, ProblemEntry][]
