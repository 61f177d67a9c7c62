import {
  type Answer,
  type AnswerProblem,
  type Answers,
  answerTo,
  countryProblems,
  fileMistakes,
  fileProblems,
  type Judge,
  type Judges,
  limitProblems,
  type ResolvedField,
  type ResolvedForm,
  templateId,
  tightest,
} from '#engine/form/model'
import { boundDay } from '#engine/form/values'
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

/** The problems of the whole route. */
export function validate({ steps, answers }: Journey, judges: Judges): AnswerProblem[] {
  return steps.flatMap((step) => validateStep(step, answers, judges))
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
 * The judges of a form's steps: values by their compiled validators, dates by their bounds.
 * @param today gives YYYY-MM-DD where the visitor's market is; asked only where a date has bounds
 */
export function judgesOn(form: ResolvedForm, today: () => string, compiled: Judges): Judges {
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
 * @param today gives YYYY-MM-DD where the visitor's market is
 */
function dateProblems(
  fields: readonly ResolvedField[],
  values: Readonly<Record<string, unknown>>,
  today: () => string,
): AnswerProblem[] {
  return fields
    .filter(({ bounds }) => bounds)
    .flatMap(({ id, bounds }) => {
      const value = values[id]
      if (!bounds || typeof value !== 'string') return []
      // A month is judged by as much of the bound as it has itself.
      const limit = (bound: string | undefined) => bound && boundDay(bound, today()).slice(0, value.length)
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
