import type { ResolvedField } from '../definition/form.ts'
import { type LimitCode, tighter } from '../definition/limits.ts'
import { isDay } from '../values/calendar.ts'
import { dayText, type Shown } from '../values/day-text.ts'
import { type KnownLimit, knownLimits } from './answer-limits.ts'
import { valueWords } from './answer-words.ts'
import type { Answers } from './answers.ts'

/** A field as it is asked after these answers: the limits that they set stand in its schema as numbers, and in its hint. */
export function limitedField(field: ResolvedField, answers: Answers, shown: Shown): ResolvedField {
  if (!field.limits) return field
  const { schema, bounds = {}, words } = field
  const limits = knownLimits(field, answers)
  const numbers = {
    minimum: tightest('minimum', schema.minimum, limits),
    maximum: tightest('maximum', schema.maximum, limits),
  }
  const days = {
    earliest: tightest('earliest', bounds.earliest, limits),
    latest: tightest('latest', bounds.latest, limits),
  }
  const told = words.limitedHint?.replaceAll(/\{(\w+)\}/g, (stand, code: LimitCode) => {
    const limit = { ...numbers, ...days }[code]
    if (limit === undefined || !limits.some((known) => known.code === code)) return stand
    return typeof limit === 'number' ? valueWords(field.kind, limit, shown) : dayText(limit, shown)
  })
  // No hint tells of limits that leave no answer.
  const isTold =
    told?.includes('{') === false && !cross(numbers.minimum, numbers.maximum) && !cross(days.earliest, days.latest)
  return {
    ...field,
    schema: { ...schema, ...Object.fromEntries(Object.entries(numbers).filter(([, limit]) => limit !== undefined)) },
    limits,
    words: isTold ? { ...words, hint: told } : words,
  }
}

/** The tightest of the limits of one code. A day counted from today is left to the judge, who knows today. */
function tightest(code: LimitCode, own: unknown, limits: readonly KnownLimit[]): number | string | undefined {
  const known = limits.flatMap((each) => (each.code === code ? [each.limit] : []))
  // A month is told by as much of a day as it has itself.
  const day = typeof own === 'string' && isDay(own) ? own.slice(0, String(known[0] ?? own).length) : undefined
  const all = [typeof own === 'number' ? own : day, ...known].filter((limit) => limit !== undefined)
  return all.length === 0 ? undefined : all.reduce((one, other) => tighter(code, one, other))
}

function cross(least: number | string = '', most: number | string = ''): boolean {
  return least !== '' && most !== '' && least > most
}
