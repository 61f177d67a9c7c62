import {
  type Answer,
  type AnswerLimit,
  type AnswerProblem,
  type Answers,
  answerTo,
  countryProblems,
  fileMistakes,
  fileProblems,
  isLower,
  type Judge,
  type Judges,
  kindNamed,
  limitWords,
  type ResolvedField,
  type ResolvedForm,
  templateId,
  tighter,
} from '#engine/form/model'
import { boundDay, isDay, product, type Shown } from '#engine/form/values'
import type { Journey, JourneyStep } from '../journey.ts'

/** The problems of one step, one per field at most, in the order of its fields. */
export function validateStep(step: JourneyStep, answers: Answers, judges: Judges): AnswerProblem[] {
  const judge = judges(step.id)
  const repeats = step.asked.some(({ place }) => place.item !== undefined)
  const items = repeats ? [...Map.groupBy(step.asked, ({ place }) => place.item).values()] : [step.asked]
  const judged = items.flatMap((asked) => judgeItem(asked, answers, judge))
  if (judged.length === 0 && step.missing.length === 0) return []
  return step.asked.flatMap(({ id }) => {
    if (step.notOffered?.includes(id)) return [{ field: id, code: 'offered', params: {} }]
    if (step.missing.includes(id)) return [{ field: id, code: 'required', params: {} }]
    return tightest(judged.filter(({ field }) => field === id))
  })
}

/** The problems of what stands together: the step's single fields, or one item of those that repeat. */
function judgeItem(asked: readonly ResolvedField[], answers: Answers, judge: Judge): AnswerProblem[] {
  const values: Record<string, Answer> = {}
  for (const { id, place } of asked) {
    const answer = answerTo(id, answers)
    if (answer !== undefined) values[place.item === undefined ? id : templateId(place)] = answer
  }
  const idOf = (template: string) => asked.find(({ place }) => templateId(place) === template)?.id ?? template
  const problems = judge(values).map((problem) => ({ ...problem, field: idOf(problem.field) }))
  // Why a file was not taken says more than that its answer is none.
  return fileProblems(asked, answers).concat(problems, countryProblems(asked, answers), limitProblems(asked, answers))
}

/** The first problem. Of several limits that were broken it tells the tightest: who keeps to that keeps to all. */
function tightest([first, ...others]: readonly AnswerProblem[]): AnswerProblem[] {
  if (!first) return []
  const limitOf = ({ params }: AnswerProblem) => params.limit ?? ''
  const same = others.filter(({ code }) => code === first.code)
  const isTold = (told: AnswerProblem, each: AnswerProblem) =>
    tighter(first.code, limitOf(told), limitOf(each)) === limitOf(told)
  return [same.reduce((told, each) => (isTold(told, each) ? told : each), first)]
}

/** The problems of the whole route. */
export function validate({ steps, answers }: Journey, judges: Judges): AnswerProblem[] {
  return steps.flatMap((step) => validateStep(step, answers, judges))
}

/** A limit that is known by the answers at hand. */
interface KnownLimit extends AnswerLimit {
  limit: number | string
  /** Which of its field's limits it is, counted from 0. */
  by: number
}

/** The limits of a field that these answers set. What is no number or no date sets none. */
export function knownLimits(field: ResolvedField, answers: Answers): KnownLimit[] {
  return (field.limits ?? []).flatMap((each, by) => {
    const limit = limitBy(answerTo(each.field, answers), each, field)
    return limit === null ? [] : [{ ...each, limit, by }]
  })
}

/** The answers outside of what other answers allow. These change, so they are judged beside the compiled validators. */
export function limitProblems(fields: readonly ResolvedField[], answers: Answers): AnswerProblem[] {
  return fields
    .filter(({ limits }) => limits)
    .flatMap((field) => {
      const answer = answerTo(field.id, answers)
      return knownLimits(field, answers).flatMap(({ code, field: of, limit, by }) => {
        if (answer === undefined || typeof answer !== typeof limit) return []
        const isBroken = isLower(code) ? answer < limit : answer > limit
        return isBroken ? [{ field: field.id, code, params: { limit, of, by } }] : []
      })
    })
}

/**
 * A multiple of a number is the last answer that keeps to it: between two cents the one below a maximum and the one
 * above a minimum, between whole numbers likewise. So nothing is rounded in anybody's favour.
 */
function limitBy(
  answer: unknown,
  { code, factor = 1, offset = '0d' }: AnswerLimit,
  { kind, schema }: ResolvedField,
): number | string | null {
  if (code === 'minimum' || code === 'maximum') {
    const step = schema.type === 'integer' ? 1 : Number(schema.multipleOf ?? 0)
    return typeof answer === 'number' ? product(answer, factor, step, isLower(code)) : null
  }
  // A month is counted from its first day.
  const day = `${answer}-01`.slice(0, 'YYYY-MM-DD'.length)
  const length = kindNamed(kind)?.calendar === 'month' ? 'YYYY-MM'.length : day.length
  return isDay(day) ? boundDay(offset, day).slice(0, length) : null
}

/** A compiled validator of a step's schema, as ajv makes them. */
export interface StepValidator {
  (values: object): boolean
  errors?: readonly { instancePath: string; keyword: string; params: object }[] | null
}

/** A step's judge made of its compiled validator. */
export function judgeWith(validate: StepValidator): Judge {
  return (values) => (validate(values) ? [] : (validate.errors ?? []).map(toProblem))
}

/**
 * The judges of a form's steps on a day: values by their compiled validators, dates by their bounds.
 * @param today YYYY-MM-DD where the visitor's market is
 */
export function judgesOn(form: ResolvedForm, today: string, compiled: Judges): Judges {
  return (id) => {
    const fields = form.steps.find((step) => step.id === id)?.fields ?? []
    return (values) => compiled(id)(values).concat(dateProblems(fields, values, today))
  }
}

/** `/features/0` → features; `not` in a field's schema is how an exclusive option is written. */
function toProblem({ instancePath, keyword, params }: NonNullable<StepValidator['errors']>[number]): AnswerProblem {
  const { limit, type } = params as { limit?: number; type?: string }
  return {
    field: instancePath.split('/')[1] ?? '',
    code: keyword === 'not' ? 'exclusive' : keyword,
    params: { ...(limit !== undefined && { limit }), ...(typeof type === 'string' && { type }) },
  }
}

/**
 * The answers outside their bounds. Bounds move with the clock, so they are judged beside the compiled validators.
 * @param today YYYY-MM-DD where the visitor's market is
 */
function dateProblems(
  fields: readonly ResolvedField[],
  values: Readonly<Record<string, unknown>>,
  today: string,
): AnswerProblem[] {
  return fields
    .filter(({ bounds }) => bounds)
    .flatMap(({ id, bounds }) => {
      const value = values[id]
      if (!bounds || typeof value !== 'string') return []
      // A month is judged by as much of the bound as it has itself.
      const limit = (bound: string | undefined) => bound && boundDay(bound, today).slice(0, value.length)
      const [earliest, latest] = [limit(bounds.earliest), limit(bounds.latest)]
      if (earliest && value < earliest) return [problem(id, 'earliest', earliest)]
      return latest && value > latest ? [problem(id, 'latest', latest)] : []
    })
}

function problem(field: string, code: string, limit: string): AnswerProblem {
  return { field, code, params: { limit } }
}

const keywords = [
  ...['enum', 'const', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems'],
]

/** The codes of the mistakes that an answer to a field can have. */
export function mistakesOf({
  schema,
  bounds,
  limits = [],
  formatBy,
  offered,
  listed,
  optional,
  kind,
  files,
}: ResolvedField): string[] {
  if (kind === 'count' || kind === 'hidden' || kind === 'computed') return []
  const codes = [
    ...(optional ? [] : ['required']),
    ...(schema.type === 'integer' || schema.type === 'number' ? ['type'] : []),
    ...keywords.filter((keyword) => schema[keyword] !== undefined),
    ...(formatBy ? ['format'] : []),
    ...(offered || listed ? ['offered'] : []),
    ...(schema.not ? ['exclusive'] : []),
    ...Object.keys(bounds ?? {}),
    ...limits.map(({ code }) => code),
    ...(files ? [...fileMistakes, 'fileTotal'] : []),
  ]
  return [...new Set(codes)]
}

/** A field as it is asked after these answers: the limits that they set stand in its schema as numbers, and in its hint. */
export function limitedField(field: ResolvedField, answers: Answers, shown: Shown): ResolvedField {
  if (!field.limits) return field
  const { schema, words } = field
  const limits = knownLimits(field, answers)
  const own: Record<string, unknown> = { ...schema, ...field.bounds }
  const tight: Record<string, number | string> = {}
  for (const { code, limit } of limits) tight[code] = tighter(code, tight[code] ?? comparable(own[code], limit), limit)
  const hint = words.limitedHint?.replaceAll(/\{(\w+)\}/g, (stand, code) => {
    const limit = tight[code]
    return limit === undefined ? stand : limitWords(field, limit, shown)
  })
  const all = { ...own, ...tight } as Record<string, number | string>
  // No hint tells of limits that are not all known, or leave no answer.
  const isTold = hint?.includes('{') === false && !cross(all.minimum, all.maximum) && !cross(all.earliest, all.latest)
  const numbers = Object.entries(tight).filter(([, limit]) => typeof limit === 'number')
  return {
    ...field,
    schema: { ...schema, ...Object.fromEntries(numbers) },
    limits,
    words: isTold ? { ...words, hint } : words,
  }
}

/** A field's own limit as far as it can be set beside another; a day counted from today is left to judges, who know today. */
function comparable(own: unknown, limit: number | string): number | string {
  if (typeof own === 'number') return own
  return isDay(String(own)) ? String(own).slice(0, String(limit).length) : limit
}

/** Whether two limits leave nothing between them. One counted from today may do so on some days. */
function cross(least: number | string = '', most: number | string = ''): boolean {
  return least > most && [least, most].every((limit) => typeof limit === 'number' || /^\d/.test(limit))
}
