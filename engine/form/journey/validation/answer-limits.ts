import {
  type AnswerLimit,
  type AnswerProblem,
  type Answers,
  answerTo,
  isLower,
  kindNamed,
  type ResolvedField,
} from '#engine/form/model'
import { boundDay, isDay, product } from '#engine/form/values'

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
