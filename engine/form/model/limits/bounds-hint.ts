import type { FieldDefinition } from '#schemas/generated/form.ts'
import { valueWords } from '../../journey/answer-words.ts'
import type { Translate } from '../../journey/sentence.ts'
import { dayText, type Shown, sameSpaces, units } from '../../values/day-text.ts'
import { measureText } from '../../values/numbers.ts'
import { kindNamed } from '../kind-named.ts'
import { answerLimits, type LimitCode, ownLimit } from './limits.ts'

/**
 * The bounds that a field sets itself, in words (locales/<lng>/hints.json): “From £500 to £75,000.” A visitor should
 * meet them before a mistake; those that only a kind brings are wide enough to be met by nobody. Where other answers set
 * some, `limitedHint` tells all once those are known.
 */
export function boundsHints(
  field: FieldDefinition,
  shown: Shown,
  t: Translate,
): { hint?: string; limitedHint?: string } {
  const hint = boundsHint(field, shown, t, () => null)
  const set = new Set(answerLimits(field).map(({ code }) => code))
  // Which of two days comes first is not known where one is counted from a today that the page outlives.
  const isCounted = (['earliest', 'latest'] as const).some(
    (code) => set.has(code) && countedBound(ownLimit(field[code]) ?? '', shown.locale) !== null,
  )
  const limited =
    set.size === 0 || isCounted ? null : boundsHint(field, shown, t, (code) => (set.has(code) ? `{${code}}` : null))
  return { ...(hint !== null && { hint }), ...(limited !== null && { limitedHint: limited }) }
}

/** @param standIn what stands for a limit that other answers set */
function boundsHint(
  field: FieldDefinition,
  shown: Shown,
  t: Translate,
  standIn: (code: LimitCode) => string | null,
): string | null {
  const number = (value: number | string) =>
    typeof value === 'string' ? value : measureText(valueWords(field.kind ?? null, value, shown), field.unit)
  // What is asked has an answer anyway, and amounts and counts are never below zero.
  const [fewest, shortest] = [above(1, field.minItems), above(1, field.minLength)]
  const least = standIn('minimum') ?? above(0, ownLimit(field.minimum))
  const most = standIn('maximum') ?? ownLimit(field.maximum)
  const parts = [
    rangeHint('number', least, most, number, t),
    rangeHint('items', fewest, field.maxItems, number, t),
    rangeHint('length', shortest, field.maxLength, number, t),
    dayHint(field, shown, t, standIn),
  ]
  return parts.filter(Boolean).join(' ') || null
}

function above(usual: number, bound: number | undefined): number | undefined {
  return bound !== undefined && (bound > usual || bound < 0) ? bound : undefined
}

function rangeHint(
  what: 'number' | 'items' | 'length',
  least: number | string | undefined,
  most: number | string | undefined,
  number: (value: number | string) => string,
  t: Translate,
): string | null {
  if (least === undefined && most === undefined) return null
  if (least !== undefined && least === most) return t(`${what}.exactly`, { count: most, limit: number(least) })
  if (least === undefined) return t(`${what}.most`, { count: most, limit: number(most ?? 0) })
  if (most === undefined) return t(`${what}.least`, { count: least, limit: number(least) })
  return t(`${what}.range`, { least: number(least), most: number(most) })
}

/** A page is kept for longer than a day, so bounds that move with the day are told as they are: “Today at the earliest.” */
function dayHint(
  field: FieldDefinition,
  shown: Shown,
  t: Translate,
  standIn: (code: LimitCode) => string | null,
): string | null {
  const isMonth = kindNamed(field.kind ?? null)?.calendar === 'month'
  const told = (['earliest', 'latest'] as const).flatMap((code) => {
    const bound = ownLimit(field[code])
    const known = standIn(code)
    const counted = known === null && bound !== undefined ? countedBound(bound, shown.locale) : null
    if (counted !== null) return [t(`${code}.counted`, { limit: counted })]
    const limit = known ?? (bound && dayText(isMonth ? bound.slice(0, 'YYYY-MM'.length) : bound, shown))
    return limit === undefined ? [] : [t(`${code}.${isMonth ? 'month' : 'day'}`, { limit })]
  })
  if (told.length === 0) return null
  const text = told.join(', ')
  return `${text.charAt(0).toLocaleUpperCase(shown.locale)}${text.slice(1)}.`
}

/** today, +1d, +30d and -18y as people say them: today, tomorrow, in 30 days, 18 years ago. null for a day of the calendar. */
function countedBound(bound: string, locale: string): string | null {
  const [, count, letter] = bound === 'today' ? ['', '0', 'd'] : (/^([+-]\d+)([dmy])$/.exec(bound) ?? [])
  if (letter === undefined) return null
  const unit = units[letter as keyof typeof units]
  // Days near today have names; “next year” would be a whole one.
  const format = new Intl.RelativeTimeFormat(locale, { numeric: unit === 'day' ? 'auto' : 'always' })
  return sameSpaces(format.format(Number(count), unit))
}
