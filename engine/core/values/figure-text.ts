import type { Fact } from '#schemas/generated/site.ts'
import type { Translate } from '../filling/sentence.ts'
import { dayText, type Shown, sameSpaces } from './day-text.ts'

type End = number | string

/** A fact as it holds in one market: a figure, or the two ends of a range. */
export interface Figure extends Pick<Fact, 'unit' | 'currency' | 'measure'> {
  ends: readonly [End] | readonly [End, End]
}

/** The forms of a figure that a language has beside the one in lists: German “36 Monaten”, after “in den letzten”. */
export const figureForms: Readonly<Record<string, string>> = { dative: 'de' }

/**
 * A figure as a language says it: 2 minutes, 10 %, 24–28 °C, £325. Money of another currency than the market's is named:
 * 5,000 British pounds.
 * @param t translates what no standard has words for (locales/<lng>/hints.json): working days
 * @param form one of `figureForms`
 */
export function figureText(figure: Figure, shown: Shown, t: Translate, form?: string): string {
  const text = sameSpaces(plainText(figure, shown, t))
  return form === 'dative' && figure.unit === 'duration' && figure.ends.at(-1) !== 1 ? text.replace(/e$/, 'en') : text
}

function plainText({ unit, ends, currency = '', measure = 'day' }: Figure, shown: Shown, t: Translate): string {
  const number = (options: Intl.NumberFormatOptions = {}) => numbers(shown.locale, ends, options)
  switch (unit) {
    case 'money': {
      const currencyDisplay = currency === shown.market.currency ? 'narrowSymbol' : 'name'
      const isWhole = ends.every((end) => Number.isInteger(end))
      return number({ style: 'currency', currency, currencyDisplay, ...(isWhole && { maximumFractionDigits: 0 }) })
    }
    case 'duration':
      if (measure === 'working-day') return t('figures.workingDay', { count: Number(ends.at(-1)), number: number() })
      return number({ style: 'unit', unit: measure, unitDisplay: 'long' })
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
  }
}

/** One number or a range of two, in the language's notation and with its dash. */
function numbers(locale: string, ends: readonly End[], options: Intl.NumberFormatOptions): string {
  const format = new Intl.NumberFormat(locale, options)
  const [from = 0, to] = ends.map(Number)
  return to === undefined ? format.format(from) : format.formatRange(from, to)
}

function clock(locale: string, ends: readonly End[]): string {
  const format = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const [from = 0, to] = ends.map((time) => Date.parse(`2000-01-01T${time}Z`))
  return to === undefined ? format.format(from) : format.formatRange(from, to)
}
