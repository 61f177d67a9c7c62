import type { FieldDefinition } from '#schemas/generated/form.ts'
import { valueWords } from '../filling/answer-words.ts'
import type { Translate } from '../filling/sentence.ts'
import { dayText, type Shown, sameSpaces } from '../values/day-text.ts'
import { kindNamed } from './kind-named.ts'

/**
 * The bounds that a field sets itself, in words (locales/<lng>/hints.json): “From £500 to £75,000.” A visitor should
 * meet them before a mistake; those that only a kind brings are wide enough to be met by nobody. null when it sets none.
 */
export function boundsHint(field: FieldDefinition, shown: Shown, t: Translate): string | null {
  const number = (value: number) => valueWords(field.kind ?? null, value, shown)
  // What is asked has an answer anyway, and amounts and counts are never below zero.
  const [least, fewest, shortest] = [above(0, field.minimum), above(1, field.minItems), above(1, field.minLength)]
  const parts = [
    rangeHint('number', least, field.maximum, number, t),
    rangeHint('items', fewest, field.maxItems, number, t),
    rangeHint('length', shortest, field.maxLength, number, t),
    dayHint(field, shown, t),
  ]
  return parts.filter(Boolean).join(' ') || null
}

function above(usual: number, bound: number | undefined): number | undefined {
  return bound !== undefined && (bound > usual || bound < 0) ? bound : undefined
}

function rangeHint(
  what: 'number' | 'items' | 'length',
  least: number | undefined,
  most: number | undefined,
  number: (value: number) => string,
  t: Translate,
): string | null {
  if (least === undefined && most === undefined) return null
  if (least !== undefined && least === most) return t(`${what}.exactly`, { count: most, limit: number(least) })
  if (least === undefined) return t(`${what}.most`, { count: most, limit: number(most ?? 0) })
  if (most === undefined) return t(`${what}.least`, { count: least, limit: number(least) })
  return t(`${what}.range`, { least: number(least), most: number(most) })
}

/** A page is kept for longer than a day, so bounds that move with the day are told as they are: “Today at the earliest.” */
function dayHint({ earliest, latest, kind }: FieldDefinition, shown: Shown, t: Translate): string | null {
  const isMonth = kindNamed(kind ?? null)?.calendar === 'month'
  const told = Object.entries({ earliest, latest }).flatMap(([which, bound]) => {
    if (bound === undefined) return []
    const counted = countedBound(bound, shown.locale)
    if (counted !== null) return [t(`${which}.counted`, { limit: counted })]
    const limit = dayText(isMonth ? bound.slice(0, 'YYYY-MM'.length) : bound, shown)
    return [t(`${which}.${isMonth ? 'month' : 'day'}`, { limit })]
  })
  if (told.length === 0) return null
  const text = told.join(', ')
  return `${text.charAt(0).toLocaleUpperCase(shown.locale)}${text.slice(1)}.`
}

const units = { d: 'day', m: 'month', y: 'year' } as const

/** today, +30d and -18y as people say them: today, in 30 days, 18 years ago. null for a day of the calendar. */
function countedBound(bound: string, locale: string): string | null {
  if (bound === 'today') return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'day')
  const [, count, unit] = /^([+-]\d+)([dmy])$/.exec(bound) ?? []
  if (unit === undefined) return null
  return sameSpaces(new Intl.RelativeTimeFormat(locale).format(Number(count), units[unit as keyof typeof units]))
}
