import { dayText, type Shown, sameSpaces } from '#engine/form/values'
import type { Fact } from '#schemas/generated/site.ts'
import type { Translate } from './sentence.ts'

type End = number | string

/** A fact as it holds in one market: a figure, or the two ends of a range. */
export interface Figure extends Pick<Fact, 'unit' | 'currency' | 'durationUnit'> {
  ends: readonly [End] | readonly [End, End]
}

/** How a sentence may want a figure: the ends of a range apart, or as German needs it after “in den letzten”. */
export type FigureForm = 'from' | 'to' | 'dative'

/** Why a figure has no such form in a language; null when it has. */
export function lacksForm({ ends, unit }: Figure, form: string, locale: string): string | null {
  if (form === 'dative')
    return unit === 'duration' && locale === 'de' ? null : 'only durations have a dative, and only in German'
  if (form !== 'from' && form !== 'to') return 'there are "from" and "to" of a range, and "dative"'
  return ends.length === 2 ? null : 'it is no range'
}

/**
 * A figure as a language says it: 2 minutes, 10 %, 24–28 °C, £325. Money of another currency than the market's is named:
 * 5,000 British pounds. Of a range apart, the upper end has the unit: from 1 to 10 days.
 * @param t translates what no standard has words for (locales/<lng>/hints.json): working days
 */
export function figureText(figure: Figure, shown: Shown, t: Translate, form?: FigureForm): string {
  const [from, to = from] = figure.ends
  if (form === 'from') return figureText(withoutUnit({ ...figure, ends: [from] }), shown, t)
  if (form === 'to') return figureText({ ...figure, ends: [to] }, shown, t)
  const text = sameSpaces(plainText(figure, shown, t))
  return form === 'dative' && to !== 1 ? text.replace(/e$/, 'en') : text
}

function withoutUnit(figure: Figure): Figure {
  const isBare = ['money', 'date', 'clock-time', 'year', 'weekday'].includes(figure.unit)
  return isBare ? figure : { ...figure, unit: 'count' }
}

function plainText({ unit, ends, currency = '', durationUnit = 'day' }: Figure, shown: Shown, t: Translate): string {
  const number = (options: Intl.NumberFormatOptions = {}) => numbers(shown.locale, ends, options)
  switch (unit) {
    case 'money': {
      const currencyDisplay = currency === shown.market.currency ? 'narrowSymbol' : 'name'
      const isWhole = ends.every((end) => Number.isInteger(end))
      return number({ style: 'currency', currency, currencyDisplay, ...(isWhole && { maximumFractionDigits: 0 }) })
    }
    case 'duration':
      if (durationUnit === 'working-day')
        return t('figures.workingDay', { count: Number(ends.at(-1)), number: number() })
      return number({ style: 'unit', unit: durationUnit, unitDisplay: 'long' })
    case 'percentage':
      return numbers(
        shown.locale,
        ends.map((end) => Number(end) / 100),
        { style: 'percent', maximumFractionDigits: 2 },
      )
    case 'count':
      return number()
    case 'year':
      return number({ useGrouping: false })
    case 'temperature':
      return number({ style: 'unit', unit: 'celsius' })
    case 'distance':
      return number({ style: 'unit', unit: 'meter' })
    case 'power':
      return `${number()} kW`
    case 'date':
      return ends.map((day) => dayText(String(day), shown)).join(' – ')
    case 'clock-time':
      return clock(shown.locale, ends)
    case 'weekday':
      return ends.map((day) => weekday(shown.locale, Number(day))).join(' – ')
  }
}

/** To make one takes far longer than to use it; there are few languages and units. */
const formats = new Map<string, Intl.NumberFormat>()

/** One number or a range of two, in the language's notation and with its dash. */
function numbers(locale: string, ends: readonly End[], options: Intl.NumberFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`
  // Also of four digits, as visitors are shown examples: 6.000 €.
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { useGrouping: 'always', ...options })
  formats.set(key, format)
  const [from = 0, to] = ends.map(Number)
  return to === undefined ? format.format(from) : format.formatRange(from, to)
}

/** @param day 1 is Monday (ISO 8601) */
function weekday(locale: string, day: number): string {
  // The year 2001 began on a Monday.
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2001, 0, day))
}

function clock(locale: string, ends: readonly End[]): string {
  const format = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  // The end of the day is the beginning of the next to Intl, with its date.
  if (ends.includes('24:00'))
    return ends.map((end) => (end === '24:00' ? end : clock(locale, [end]))).join(dashIn(format))
  const [from = 0, to] = ends.map((time) => Date.parse(`2000-01-01T${time}Z`))
  return to === undefined ? format.format(from) : format.formatRange(from, to)
}

/** What stands between two times of a day in the language of a format. */
function dashIn(format: Intl.DateTimeFormat): string {
  const parts = format.formatRangeToParts(0, 3_600_000)
  return parts.find(({ type, source }) => type === 'literal' && source === 'shared')?.value ?? '–'
}
