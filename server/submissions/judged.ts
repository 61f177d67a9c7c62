import { everyField, journey, onDay, screenedOutAt, validate } from '#engine/form/journey'
import { flatAnswers, givenAnswers } from '#engine/form/lead'
import type { Judges } from '#engine/form/model'
import {
  type AnswerProblem,
  type Answers,
  answerTo,
  fieldsRead,
  keysOf,
  plainWords,
  type ResolvedField,
  type ResolvedForm,
  sentence,
  type Translate,
} from '#engine/form/model'
import { dayIn } from '#engine/form/values'
import { judgesOf } from '#engine/node'
import { type FormVersion, type Site, translator } from '#engine/site'
import type { ProblemError } from '#schemas/generated/api/problem.ts'
import type { Submission } from '#schemas/generated/api/submission.ts'
import { mostErrors, type ProblemCode, type ProblemParts, pointerPart } from '#server/http'
import type { FormVersions } from '#server/leads'

/** No valid answer is this deep: what lies below is pruned with its question, so it need not tell two bodies apart. */
const deepest = 32

/** What a posted submission comes to: a valid one, or why it is refused. `answers` are pruned; `given` are those without what is computed. */
export type Judged =
  | { ok: true; version: FormVersion; answers: Answers; given: Answers }
  | ({ ok: false; given: null } & Refusal<'unknown-form' | 'form-not-on-page' | 'definition-superseded'>)
  | ({ ok: false; version: FormVersion; answers: Answers; given: Answers } & Refusal<'form-ended' | 'invalid-answers'>)

interface Refusal<Code extends ProblemCode> extends Pick<ProblemParts, 'values' | 'count'> {
  code: Code
  errors?: ProblemError[]
}

/** What a submission is judged by. */
interface Judging {
  site: Site
  versions: FormVersions
  /** Milliseconds since the epoch. */
  now: number
}

/** Judges a submission by the form it was answered in. */
export async function judged({ site, versions, now }: Judging, posted: Submission): Promise<Judged> {
  const { form, locale } = posted
  const current = site.forms.version(form, locale, posted.context?.page)
  if (!current) {
    return { ok: false, code: 'unknown-form', values: { form, locale }, given: null }
  }
  const words = () => translator(locale, site.texts.words(locale))
  const changed = () => words().t('changedText')
  const { page } = posted.context ?? {}
  if (page !== undefined && !site.forms.isShown(page, form, locale)) {
    // It stands in the evidence, and partners may take leads by it.
    const errors = [{ pointer: '/context/page', code: 'superseded', message: changed() }]
    return { ok: false, code: 'form-not-on-page', errors, given: null }
  }
  const shown = posted.definition === undefined ? current : await shownVersion(versions, site, posted)
  if (!shown) {
    // Nobody may have agreed to a sentence that was not shown.
    const errors = [{ pointer: '/definition', code: 'superseded', message: changed() }]
    return { ok: false, code: 'definition-superseded', errors, given: null }
  }
  const version = versionOn(shown, now)
  const flat = flatAnswers(version.form, posted.answers)
  const route = journey(version.form, flat.answers)
  const given = givenAnswers(version.form, route.answers)
  const problems = [
    ...flat.problems,
    ...computedOnes(version.form, posted.answers),
    ...validate(route, judgesAt(version.form, now)),
  ]
  const ended = problems.length === 0 ? screenedOutAt(version.form, route) : null
  if (ended) {
    const { when, title, text } = version.form.screenOuts?.[ended.end] ?? { when: {}, title: '', text: '' }
    const decides = fieldsRead(when).findLast((id) => answerTo(id, route.answers) !== undefined) ?? ''
    const made = version.form.computed?.find(({ id }) => id === decides)?.after ?? decides
    const pointer = `/answers${keysOf(made.split('.#')[0] ?? '')
      .map(pointerPart)
      .join('')}`
    const errors = [{ pointer, code: 'turnedAway', message: `${title}: ${plainWords(text)}` }]
    const values = { end: ended.end }
    return { ok: false, code: 'form-ended', version, values, errors, answers: route.answers, given }
  }
  if (problems.length === 0) return { ok: true, version, answers: route.answers, given }
  const errors = toErrors(
    problems.slice(0, mostErrors),
    everyField(version.form, route.answers),
    posted.answers,
    version.form,
    words().t,
  )
  return {
    ok: false,
    code: 'invalid-answers',
    version,
    count: problems.length,
    errors,
    answers: route.answers,
    given,
  }
}

/** What is computed is ours to say, whatever a client thinks that it comes to. */
function computedOnes({ computed = [] }: ResolvedForm, posted: object): AnswerProblem[] {
  return computed.flatMap(({ id }) => (Object.hasOwn(posted, id) ? [{ field: id, code: 'computed', params: {} }] : []))
}

/** The form as it was shown; null when it is not known, or no longer valid. */
async function shownVersion(
  versions: FormVersions,
  site: Site,
  { form, locale, definition = '' }: Submission,
): Promise<FormVersion | null> {
  const known = site.forms.versions(form, locale).find(({ hash }) => hash === definition)
  return known ?? versions.find(form, locale, definition)
}

/** A made-up name may be as long as the body. */
function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100).toWellFormed()}…` : name
}

/** @param posted the answers as they were posted, to tell a group's field from a made-up name with a dot */
function toErrors(
  problems: readonly AnswerProblem[],
  fields: readonly ResolvedField[],
  posted: object,
  form: ResolvedForm,
  t: Translate,
): ProblemError[] {
  return problems.map((found) => {
    const field = fields.find(({ id }) => id === found.field)
    const path = Object.hasOwn(posted, found.field) ? [found.field] : keysOf(found.field)
    const message = field
      ? sentence(found, field, form, t)
      : t(`errors:${found.code}`, { title: shortened(found.field) })
    return { pointer: `/answers${path.map(pointerPart).join('')}`, code: found.code, message }
  })
}

/** The judges of a form at a moment, in ms since the epoch: today is what the visitor's market calls today. */
export function judgesAt(form: ResolvedForm, moment: number): Judges {
  return judgesOf(form, dayIn(moment, form.market.timeZone))
}

/** A form as it is filled in at a moment, in ms since the epoch: what it computes may count to today. */
export function versionOn({ form, hash }: FormVersion, moment: number): FormVersion {
  return { form: onDay(form, dayIn(moment, form.market.timeZone)), hash }
}

/** JSON with its keys in order, so that equal values are equal text. Nesting deeper than any stack does no harm. */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value, deepest))
}

function ordered(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((inner) => ordered(inner, levels - 1))
  const object = value as Record<string, unknown>
  const inOrder: Record<string, unknown> = {}
  for (const key of Object.keys(object).sort()) inOrder[key] = ordered(object[key], levels - 1)
  return inOrder
}
