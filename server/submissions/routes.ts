import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { redirectOf } from '#engine/form/journey'
import { testReason } from '#engine/form/lead'
import type { Answers } from '#engine/form/model'
import { contentHash, readSchemas } from '#engine/node'
import { begunAt } from '#engine/site'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { Submission as SubmissionBody } from '#schemas/generated/api/submission.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { keyHeader, localOrigin, problem, type RateLimits, visitorAddress } from '#server/http'
import { apiKeys, type FormVersions, type Keys, pageKeys } from '#server/leads'
import type { SightOf } from '#server/previews'
import { canonical } from './canonical.ts'
import { judged } from './judged.ts'
import type { Submissions } from './submissions.ts'
import { suspicionOf } from './suspicion.ts'

type Posted = FastifyRequest<{ Body: SubmissionBody }>

/** What the routes work with. */
interface Parts {
  sightOf: SightOf
  versions: FormVersions
  submissions: Submissions
  limit: RateLimits
  /** Milliseconds since the epoch. */
  now: () => number
  newId: () => string
}

/** POST /api/v1/submissions: a lead from any client that speaks JSON, as /api/docs describes it (submissions-api.ts). */
export function submissionRoutes(
  app: FastifyInstance,
  { sightOf, versions, submissions, limit, now, newId }: Parts,
): void {
  const body = readSchemas()['api/submission.schema.json']
  const tooMany = (reply: FastifyReply) => problem(reply, 'too-many-submissions')
  // What is refused costs as much as what is taken, so it is counted before it is read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    (await limit.posts(request)) ? tooMany(reply) : undefined

  app.post<{ Body: SubmissionBody }>('/api/v1/submissions', { schema: { body }, onRequest }, async (request, reply) => {
    const { form } = request.body
    const { catalog, answersDraft } = sightOf(request)
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
          ? redirectOf(found.version.form, found.answers, receipt.id, catalog.site.outsideHosts)
          : undefined
      const answer: Receipt = { ...receipt, ...(redirect !== undefined && { redirect }), ...(test && { test }) }
      return reply.code(status).header('cache-control', 'no-store').send(answer)
    }

    const found = await judged({ catalog, versions, now: now() }, request.body)
    const ip = visitorAddress(request)
    const { keys, bodyHash } = keysOf(request, key, ip, found.given)
    if (!found.ok) {
      // Rules change, and what is today goes by: what is stored is told again all the same.
      const stored = request.headers[keyHeader] === undefined ? null : await submissions.known(keys)
      if (stored !== null && stored !== 'conflict') return told(200, stored)
      if (found.code !== 'unknown-form') submissions.refused(form, 'version' in found ? 'invalid' : 'superseded')
      return problem(reply, found.code, found)
    }
    if (await limit.submissions(request)) {
      submissions.refused(form, 'limited')
      return tooMany(reply)
    }
    const from = origin(request.body)
    const isDraft = answersDraft(found.version.form, from.page)
    const accepted = await submissions.accept({
      version: found.version,
      answers: found.answers,
      ...from,
      test: from.test || isDraft,
      brand: catalog.brandAt(request.host).id,
      suspicion: suspicionOfPage(request, now(), catalog.site),
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

/** Only forms on pages are judged: a direct call may be as fast as it likes. */
function suspicionOfPage({ body, headers }: Posted, now: number, site: SiteDefinition): string | null {
  const { page, trap = '', elapsed = null } = body.context ?? {}
  const key = headers[keyHeader]
  return page === undefined
    ? null
    : suspicionOf({ key: typeof key === 'string' ? key : null, elapsed, trap, now, site })
}

function origin({ context }: SubmissionBody) {
  return {
    page: context?.page ?? null,
    attribution: context?.attribution ?? {},
    test: context?.test ?? false,
  }
}
