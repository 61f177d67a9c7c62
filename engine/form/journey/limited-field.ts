import { type Answers, limitWords, type ResolvedField, tighter } from '#engine/form/model'
import { isDay, type Shown } from '#engine/form/values'
import { knownLimits } from './validation/validate.ts'

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
