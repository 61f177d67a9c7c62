import { boundDay, isDay, product, type Shown } from '#engine/form/values'
import { limitWords } from '../answer-words.ts'
import { type AnswerProblem, type Answers, answerTo } from '../answers.ts'
import { type AnswerLimit, kindNamed, type ResolvedField } from '../form.ts'

// Browsers load this file with the first step in which answers set limits (web/shims/parts.ts).

/** Whether answers below the limit break it, and not those above. */
function isLower(code: string): boolean {
  return code === 'minimum' || code === 'earliest'
}

/** Of two limits of one code, the one that fewer answers keep. Days and months compare as text. */
function tighter<Limit extends number | string>(code: string, one: Limit, other: Limit): Limit {
  return one < other === isLower(code) ? other : one
}

/** The first problem of a field. Of several broken limits it is the tightest: an answer within it is within all. */
export function tightest([first, ...others]: readonly AnswerProblem[]): AnswerProblem[] {
  if (!first) return []
  const limitOf = ({ params }: AnswerProblem) => params.limit ?? ''
  const same = others.filter(({ code }) => code === first.code)
  const isTighter = (one: AnswerProblem, other: AnswerProblem) =>
    tighter(first.code, limitOf(one), limitOf(other)) === limitOf(one)
  return [same.reduce((found, each) => (isTighter(found, each) ? found : each), first)]
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

/** The answers outside of what other answers allow. These change, so the compiled validators do not include them. */
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
