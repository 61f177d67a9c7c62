import type { ResolvedField } from '../definition/form.ts'
import { kindNamed } from '../definition/kind-named.ts'
import { type AnswerLimit, isLower } from '../definition/limits.ts'
import { dayAfter, isDay, isMonth } from '../values/calendar.ts'
import { product } from '../values/decimal.ts'
import type { AnswerProblem } from './answer-problem.ts'
import { type Answers, answerTo } from './answers.ts'

/** A limit that is known by the answers at hand. */
export interface KnownLimit extends AnswerLimit {
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
  return fields.flatMap((field) => {
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
  { code, times = 1, plus }: AnswerLimit,
  field: ResolvedField,
): number | string | null {
  if (code === 'minimum' || code === 'maximum')
    return typeof answer === 'number' ? product(answer, times, stepOf(field), isLower(code) ? 'up' : 'down') : null
  if (typeof answer !== 'string' || !(isDay(answer) || isMonth(answer))) return null
  const day = isDay(answer) ? answer : `${answer}-01`
  const isMonthAsked = kindNamed(field.kind)?.calendar === 'month'
  return (plus === undefined ? day : dayAfter(day, plus)).slice(0, isMonthAsked ? 'YYYY-MM'.length : undefined)
}

/** What answers to a field are multiples of, in powers of ten. */
function stepOf({ schema }: ResolvedField): number | null {
  if (schema.type === 'integer') return 1
  return schema.multipleOf === undefined ? null : Number(schema.multipleOf)
}
