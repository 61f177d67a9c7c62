import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { redirectOf } from '#engine/form/journey'
import { answersSchema, testReason } from '#engine/form/lead'
import type { Answers, ResolvedForm } from '#engine/form/model'
import { contentHash, readSchemas } from '#engine/node'
import { begunAt, type Site } from '#engine/site'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { Submission as SubmissionBody } from '#schemas/generated/api/submission.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import {
  type ApiFragment,
  json,
  keyHeader,
  localOrigin,
  problem,
  problems,
  type RateLimits,
  exampleReceipt as receipt,
  visitorAddress,
} from '#server/http'
import { apiKeys, type FormVersions, type Keys, pageKeys } from '#server/leads'
import type { PreviewAccessOf } from '#server/previews'
import type { Uploads } from '#server/uploads'
import { type ClosedForm, closedForm, type FormOpenings } from './openings.ts'
import { canonical, type Submissions, suspicionOf, validateSubmission } from './submissions.ts'

export const submissionsApi: ApiFragment = {
  '/api/v1/submissions': {
    post: {
      tags: ['Submissions'],
      summary: 'Submit a lead',
      description:
        'On 201, the lead is on disk. You can retry the same key and body any number of times: a stored lead returns ' +
        '200 with the same receipt, even if the form has changed or a date has passed in the meantime.',
      parameters: [
        {
          ...{ name: 'Idempotency-Key', in: 'header', required: false },
          description:
            'The same key with the same body, for the same form, is the same lead, regardless of the client address. ' +
            'With another body it is refused (422) when the same caller used it before: nobody signs in, so a caller ' +
            'is identified by its address and User-Agent. Keys of other clients and forms never collide with yours. ' +
            '1 to 255 characters of ASCII. Without a key every request is a separate lead; each response has a key in ' +
            'the same header, with which you can retry that request.',
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
        200: json('The same key and body again; the lead was already stored.', 'receipt', receipt),
        201: json('Stored durably.', 'receipt', receipt),
        400: problems('The body is not JSON, or not UTF-8.'),
        404: problems('The form does not exist in this language.'),
        409: problems(
          'The `definition` is unknown, or was superseded more than 24 hours ago, so the consents do not match the form. ' +
            'Or the page named does not show this form, or the form is not open yet, closed or full: see `code`. Nothing was ' +
            'stored. Show the form again.',
        ),
        422: problems('Answers are invalid, or the key was used with another body.'),
        429: problems('Too many submissions, or ten times as many rejected ones. Nothing was stored; see Retry-After.'),
        503: problems(
          'Storage is unavailable. Nothing was stored; see Retry-After. If the body has an idempotencyKey, the outcome is ' +
            'unknown: retry the same body with that key, and it is stored exactly once.',
        ),
      },
    },
  },
  '/api/v1/forms/{form}/schema': {
    get: {
      tags: ['Submissions'],
      summary: "Get the JSON Schema of a form's answers",
      parameters: [
        { name: 'form', in: 'path', required: true, schema: { type: 'string' }, example: 'home-insurance' },
        { name: 'locale', in: 'query', required: true, schema: { type: 'string' }, example: 'en' },
      ],
      responses: {
        200: { description: 'A JSON Schema, draft-07. Its ETag is the `definition` of a submission.' },
        404: problems('This form does not exist.'),
      },
    },
  },
}

type Posted = FastifyRequest<{ Body: SubmissionBody }>

/** What the routes work with. */
interface Parts {
  previewAccessOf: PreviewAccessOf
  versions: FormVersions
  submissions: Submissions
  uploads: Pick<Uploads, 'problems'>
  openings: Pick<FormOpenings, 'closedForms'>
  /** The lead of a results page, by its token. */
  leadOfResults: (token: string) => string | null
  /** Told of the visit that brought a new lead. */
  onSent: (visit: string, form: ResolvedForm) => void
  limit: RateLimits
  /** Milliseconds since the epoch. */
  now: () => number
  newId: () => string
}

/** POST /api/v1/submissions: a lead from any client that speaks JSON, as /api/docs describes it (submissions-api.ts). */
export function submissionRoutes(
  app: FastifyInstance,
  { previewAccessOf, versions, submissions, uploads, openings, leadOfResults, onSent, limit, now, newId }: Parts,
): void {
  const body = readSchemas()['api/submission.schema.json']
  const tooMany = (reply: FastifyReply) => problem(reply, 'too-many-submissions')
  const closedTo = (reply: FastifyReply, { code, state, moment, message }: ClosedForm) =>
    problem(reply, code, { values: { moment }, errors: [{ pointer: '/form', code: state, message }] })
  // What is refused costs as much as what is taken, so it is counted before it is read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    (await limit.posts(request)) ? tooMany(reply) : undefined

  app.post<{ Body: SubmissionBody }>('/api/v1/submissions', { schema: { body }, onRequest }, async (request, reply) => {
    const { form } = request.body
    const { site, answersDraft } = previewAccessOf(request)
    // Who gave no key needs one when nobody can say what became of the lead. Ids in the order of time are cheap to index.
    const key = request.headers[keyHeader] ?? newId()
    if (!isKey(key)) return problem(reply, 'invalid-idempotency-key')
    reply.header(keyHeader, key)
    const told = (status: 200 | 201, receipt: Receipt, isDraft = false) => {
      const test =
        'version' in found && localOrigin(request) !== null
          ? testReason(found.version.form, found.answers, isDraft)
          : null
      const redirect =
        'version' in found
          ? redirectOf(found.version.form, found.answers, receipt.id, site.definition.allowedHosts)
          : undefined
      const answer: Receipt = { ...receipt, ...(redirect !== undefined && { redirect }), ...(test && { test }) }
      return reply.code(status).header('cache-control', 'no-store').send(answer)
    }

    const warning = formerKeysIn(request.body)
    if (warning !== null) reply.header('warning', `299 - "${warning}"`)
    const found = await validateSubmission({ site, versions, uploads, now: now() }, request.body)
    const ip = visitorAddress(request)
    const { keys, bodyHash } = keysOf(request, key, ip, found.given)
    if (!found.ok) {
      // Rules change, and what is today goes by: what is stored is told again all the same.
      const stored = request.headers[keyHeader] === undefined ? null : await submissions.known(keys)
      if (stored !== null && stored !== 'conflict') return told(200, stored)
      // The answers are not validated then.
      const live = site.forms.version(form, request.body.locale, request.body.context?.page)
      const closed = live && openings.closedForms().get(live.hash)
      if (live && closed) {
        submissions.refused(form, 'closed')
        return closedTo(reply, closedForm(site, live.form, closed))
      }
      if (found.code !== 'unknown-form') submissions.refused(form, 'version' in found ? 'invalid' : 'superseded')
      return problem(reply, found.code, found)
    }
    if (await limit.submissions(request)) {
      submissions.refused(form, 'limited')
      return tooMany(reply)
    }
    const from = origin(request.body)
    const { previous, visit } = request.body.context ?? {}
    const brand = site.brands.at(request.host).id
    const isDraft = answersDraft(found.version.form, from.page)
    const accepted = await submissions.accept({
      version: found.version,
      answers: found.answers,
      ...from,
      test: from.test || isDraft,
      brand,
      previous: previous === undefined ? null : leadOfResults(previous),
      suspicion: suspicionOfPage(request, now(), site.definition),
      via: isOfPage(request) ? 'page' : 'api',
      ...keys,
      bodyHash,
      ip,
      localOrigin: localOrigin(request),
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    if (accepted.kind === 'conflict') {
      return problem(reply, 'idempotency-key-reused')
    }
    if (accepted.kind === 'closed') return closedTo(reply, accepted.closed)
    if (accepted.kind === 'stored' && visit !== undefined) onSent(visit, found.version.form)
    return told(accepted.kind === 'stored' ? 201 : 200, accepted.receipt, isDraft)
  })
}

function isKey(key: string | string[]): key is string {
  return typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)
}

/** Whether a page's form sends it, which has a key that says when it was begun. */
function isOfPage({ body, headers }: Posted): boolean {
  const key = headers['idempotency-key']
  return body.context?.page !== undefined && typeof key === 'string' && begunAt(key) !== null
}

/** @param answers the pruned answers that were given; null where the form they belong to is not known */
function keysOf(request: Posted, key: string, ip: string, answers: Answers | null): { keys: Keys; bodyHash: string } {
  const { form } = request.body
  if (answers !== null && isOfPage(request)) {
    const bodyHash = contentHash(canonical(answers))
    return { keys: pageKeys({ form, key, bodyHash }), bodyHash }
  }
  const bodyHash = contentHash(canonical(request.body))
  const keys = apiKeys({ form, key, bodyHash }, ip, request.headers['user-agent'] ?? '')
  return { keys, bodyHash }
}

/** What a caller is told of keys that have another name now; null where there are none. */
function formerKeysIn({ context }: SubmissionBody): string | null {
  if (!context) return null
  const former = { trap: 'honeypot', elapsed: 'timeOnPageMs' }
  const told = Object.entries(former).flatMap(([key, today]) =>
    Object.hasOwn(context, key) ? [`context.${key} is now called context.${today}.`] : [],
  )
  return told.length > 0 ? `${told.join(' ')} The next version accepts only the new name.` : null
}

/** Only forms on pages are judged: a direct call may be as fast as it likes. */
function suspicionOfPage({ body, headers }: Posted, now: number, site: SiteDefinition): string | null {
  const { page, trap = '', elapsed = null, honeypot = trap, timeOnPageMs = elapsed } = body.context ?? {}
  const key = headers[keyHeader]
  return page === undefined
    ? null
    : suspicionOf({ key: typeof key === 'string' ? key : null, timeOnPageMs, honeypot, now, site })
}

function origin({ context }: SubmissionBody) {
  return {
    page: context?.page ?? null,
    attribution: context?.attribution ?? {},
    test: context?.test ?? false,
  }
}

/** GET /api/v1/forms/…/schema: what the answers of a form look like. */
export function answersSchemaRoutes(app: FastifyInstance, site: () => Site): void {
  app.get<{ Params: { form: string }; Querystring: { locale: string } }>(
    '/api/v1/forms/:form/schema',
    { schema: { querystring: { type: 'object', required: ['locale'], properties: { locale: { type: 'string' } } } } },
    (request, reply) => {
      const { form: id } = request.params
      const { locale } = request.query
      const version = site().forms.version(id, locale)
      if (!version) return problem(reply, 'unknown-form', { values: { form: id, locale } })
      const text = JSON.stringify(answersSchema(version.form), null, 2)
      return reply
        .type('application/schema+json')
        .header('cache-control', 'public, max-age=60')
        .header('etag', `"${version.hash}"`)
        .send(text)
    },
  )
}
