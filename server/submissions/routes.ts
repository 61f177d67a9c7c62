import type { FastifyInstance, FastifyRequest } from 'fastify'
import { translator } from '#engine/catalog/translator.ts'
import type { ResolvedField, ResolvedForm } from '#engine/core/form.ts'
import { journey } from '#engine/core/journey.ts'
import { flatAnswers } from '#engine/core/nested-answers.ts'
import type { AnswerProblem } from '#engine/core/problem.ts'
import { everyField } from '#engine/core/repeat.ts'
import { sentence, type Translate } from '#engine/core/sentence.ts'
import { validate } from '#engine/core/validate.ts'
import { contentHash } from '#engine/node/hash.ts'
import { readSchemas } from '#engine/node/schemas.ts'
import type { ProblemError } from '#schemas/generated/api/problem.ts'
import type { Submission as SubmissionBody } from '#schemas/generated/api/submission.ts'
import { pointerPart } from '../http/pointer.ts'
import { problem } from '../http/problem.ts'
import { accept, type Intake } from './accept.ts'
import { canonical } from './canonical.ts'
import { judgesAt } from './judges.ts'
import type { Limit } from './limit.ts'
import { suspicionOf } from './suspicion.ts'

/** POST /api/v1/submissions: a lead from any client that speaks JSON (DESIGN §6). */
export function submissionRoutes(app: FastifyInstance, intake: Intake, limit: Limit): void {
  const body = readSchemas()['api/submission.schema.json']
  app.post<{ Body: SubmissionBody }>('/api/v1/submissions', { schema: { body } }, async (request, reply) => {
    const { form, locale, answers, definition } = request.body
    const catalog = intake.catalog()
    const current = catalog.form(form, locale, request.body.context?.page)
    const begun = current && definition !== undefined && definition !== current.hash
    const version = (begun && (await intake.versions.find(form, locale, definition))) || current
    if (!version) return problem(reply, 404, `There is no form "${form}" in the language "${locale}".`)
    const key = idempotencyKey(request)
    if (key === 'bad') return problem(reply, 400, 'Idempotency-Key must be 1 to 255 characters of plain ASCII.')

    const flat = flatAnswers(version.form, answers)
    const route = journey(version.form, flat.answers)
    const problems = [...flat.problems, ...validate(route, judgesAt(version.form, intake.now()))]
    if (problems.length > 0) {
      intake.count(form, 'invalid')
      const { t } = translator(locale, catalog.words(locale))
      const fields = everyField(version.form, route.answers)
      return problem(reply, 422, 'Some answers are not valid.', toErrors(problems, fields, answers, version.form, t))
    }
    if (await limit(request)) {
      intake.count(form, 'limited')
      return problem(
        reply.header('retry-after', 60),
        429,
        'Too many submissions from this address. Nothing was stored.',
      )
    }
    const accepted = await accept(intake, {
      version,
      answers: route.answers,
      ...origin(request.body),
      brand: catalog.brandAt(request.host).id,
      suspicion: suspicionOfPage(request, intake.now()),
      idempotencyKey: key,
      // Nothing is compared with a submission that cannot be repeated.
      bodyHash: key === null ? '' : contentHash(canonical(request.body)),
      ip: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    if (accepted.kind === 'conflict') {
      return problem(reply, 422, 'This Idempotency-Key was used with another body. Use a new key for a new submission.')
    }
    return reply
      .code(accepted.kind === 'stored' ? 201 : 200)
      .header('cache-control', 'no-store')
      .send(accepted.receipt)
  })
}

/** Only forms on pages are judged: a direct call may be as fast as it likes. */
function suspicionOfPage({ body, headers }: FastifyRequest<{ Body: SubmissionBody }>, now: number): string | null {
  const { page, trap = '' } = body.context ?? {}
  const key = headers['idempotency-key']
  return page === undefined ? null : suspicionOf({ key: typeof key === 'string' ? key : null, trap, now })
}

function idempotencyKey({ headers }: FastifyRequest): string | null | 'bad' {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  return typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key) ? `api ${key}` : 'bad'
}

function origin({ context }: SubmissionBody) {
  return {
    page: context?.page ?? null,
    attribution: { ...(context?.clickId && { clickId: context.clickId }), ...context?.utm },
    test: context?.test ?? false,
  }
}

/** @param posted the answers as they were posted, to tell a group's field from a made-up name with a dot */
function toErrors(
  problems: readonly AnswerProblem[],
  fields: readonly ResolvedField[],
  posted: object,
  shown: ResolvedForm,
  t: Translate,
): ProblemError[] {
  return problems.map((found) => {
    const field = fields.find(({ id }) => id === found.field)
    const path = Object.hasOwn(posted, found.field) ? [found.field] : found.field.split('.')
    const message = field ? sentence(found, field, shown, t) : t(`errors:${found.code}`, { title: found.field })
    return { pointer: `/answers${path.map(pointerPart).join('')}`, code: found.code, message }
  })
}
