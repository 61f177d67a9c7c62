import {
  type Answer,
  type AnswerLimit,
  type AnswerProblem,
  type Answers,
  answerTo,
  countryProblems,
  isLower,
  type Judge,
  type Judges,
  kindNamed,
  type ResolvedField,
  templateId,
  tighter,
} from '#engine/form/model'
import { boundDay, isDay, product } from '#engine/form/values'
import type { Journey, JourneyStep } from '../journey.ts'

/** The problems of one step, one per field at most, in the order of its fields. */
export function validateStep(step: JourneyStep, answers: Answers, judges: Judges): AnswerProblem[] {
  const items = Map.groupBy(step.asked, ({ place }) => place.item)
  const judged = [...items.values()].flatMap((asked) => judgeItem(asked, answers, judges(step.id)))
  if (judged.length === 0 && step.missing.length === 0) return []
  return step.asked.flatMap(({ id }) => {
    if (step.missing.includes(id)) return [{ field: id, code: 'required', params: {} }]
    return tightest(judged.filter(({ field }) => field === id))
  })
}

/** The problems of what stands together: the step's single fields, or one item of those that repeat. */
function judgeItem(asked: readonly ResolvedField[], answers: Answers, judge: Judge): AnswerProblem[] {
  const values: Record<string, Answer> = {}
  for (const { id, place } of asked) {
    const answer = answerTo(id, answers)
    if (answer !== undefined) values[templateId(place)] = answer
  }
  const idOf = (template: string) => asked.find(({ place }) => templateId(place) === template)?.id ?? template
  const problems = judge(values).map((problem) => ({ ...problem, field: idOf(problem.field) }))
  return problems.concat(countryProblems(asked, answers), limitProblems(asked, answers))
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
