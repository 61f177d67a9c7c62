import type { ResolvedField } from '../definition/form.ts'
import { tighter } from '../definition/limits.ts'
import { isDay } from '../values/calendar.ts'
import { dayText, type Shown } from '../values/day-text.ts'
import { knownLimits } from './answer-limits.ts'
import { valueWords } from './answer-words.ts'
import type { Answers } from './answers.ts'

/** A field as it is asked after these answers: the limits that they set stand in its schema as numbers, and in its hint. */
export function limitedField(field: ResolvedField, answers: Answers, shown: Shown): ResolvedField {
  if (!field.limits) return field
  const { schema, bounds = {}, words } = field
  const limits = knownLimits(field, answers)
  const numbers: Record<string, number> = {}
  const days: Record<string, string> = {}
  for (const { code, limit } of limits)
    if (typeof limit === 'number') numbers[code] = tighter(code, numbers[code] ?? Number(schema[code] ?? limit), limit)
    else days[code] = tighter(code, days[code] ?? dayOf(bounds[code as keyof typeof bounds], limit), limit)
  const hint = words.limitedHint?.replaceAll(/\{(\w+)\}/g, (stand, code) => {
    const [number, day] = [numbers[code], days[code]]
    if (number !== undefined) return valueWords(field.kind, number, shown)
    return day === undefined ? stand : dayText(day, shown)
  })
  const limited = { ...schema, ...numbers }
  // No hint tells of limits that are not all known, or leave no answer.
  const isTold =
    hint?.includes('{') === false &&
    !(Number(limited.minimum) > Number(limited.maximum)) &&
    !((days.earliest ?? bounds.earliest ?? '') > (days.latest ?? bounds.latest ?? '9'))
  return { ...field, schema: limited, limits, words: isTold ? { ...words, hint } : words }
}

/** A bound as a day, or as much of one as a month has; the limit itself where it is counted from today, which judges know. */
function dayOf(bound: string | undefined, limit: string): string {
  return bound !== undefined && isDay(bound) ? bound.slice(0, limit.length) : limit
}
