import type { Market } from '#schemas/generated/site.ts'

/** Where something is shown: the language, and the market with its country and currency. */
export interface Shown {
  locale: string
  market: Market
}

/** A day (2026-12-24) or a month (2026-12) in words, as people of the market write it: 24 December 2026 in Britain. */
export function dayText(day: string, { locale, market }: Shown): string {
  return written(day, { locale, market }, day.length === 'YYYY-MM'.length ? 'month' : 'day')
}

/** A day (2026-12-24) without its year, for what is near: 24 December. */
export function dayAndMonthText(day: string, shown: Shown): string {
  return written(day, shown, 'dayAndMonth')
}

/**
 * A moment, in ms since the epoch, by the market's clocks: 24 December 2026.
 * @param withTime whether to add the time, unless it is midnight
 */
export function momentText(moment: number, { locale, market }: Shown, withTime: boolean): string {
  const tag = regionalLocale(locale, market.country)
  const { timeZone } = market
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment)
  const timeStyle = withTime && time !== '00:00' ? ({ timeStyle: 'short' } as const) : {}
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', ...timeStyle, timeZone })
    .format(moment)
    .replaceAll(/\s/g, ' ')
}

function written(day: string, { locale, market }: Shown, as: keyof typeof styles): string {
  const tag = regionalLocale(locale, market.country)
  const key = `${tag} ${as}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, { ...styles[as], timeZone: 'UTC' })
  formats.set(key, format)
  return sameSpaces(format.format(Date.parse(day)))
}

/**
 * A day without its year, with its weekday and the hours where there are two moments: Tuesday 1 December, 09:00–12:00.
 * @param moments the day alone, as a moment of UTC, or when it begins and ends, in ms since the epoch
 */
export function dayTimeText([from = 0, to]: readonly number[], { locale, market }: Shown): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  const tag = regionalLocale(locale, market.country)
  if (to === undefined) return new Intl.DateTimeFormat(tag, { ...day, timeZone: 'UTC' }).format(from)
  const hours = { hour: 'numeric', minute: '2-digit', timeZone: market.timeZone } as const
  return new Intl.DateTimeFormat(tag, { ...day, ...hours })
    .formatRange(from, to)
    .replaceAll(/\s?–\s?/g, '\u2060–\u2060')
    .replaceAll(/\s/g, ' ')
}

/** What the letters of a span stand for: 1d, 6m, 1y. */
export const units = { d: 'day', m: 'month', y: 'year' } as const

/** How long something takes, written as 1d, 6m or 1y: 1 day. */
export function spanText(span: string, locale: string): string {
  const unit = units[span.slice(-1) as keyof typeof units]
  return sameSpaces(
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(parseInt(span, 10)),
  )
}

/** Browsers and servers differ in the spaces they put between figures: all of them become the no-break space. */
export function sameSpaces(text: string): string {
  return text.replaceAll(/\s/g, '\u00a0')
}

const formats = new Map<string, Intl.DateTimeFormat>()

const styles = {
  day: { dateStyle: 'long' },
  month: { month: 'long', year: 'numeric' },
  dayAndMonth: { day: 'numeric', month: 'long' },
} as const

/**
 * The language as it is written in a country where it is the first one. Elsewhere not every browser knows that pair:
 * then the language alone, and for English that of Britain, since by itself it means America's.
 */
function regionalLocale(locale: string, country: string): string {
  if (new Intl.Locale(`und-${country}`).maximize().language === locale) return `${locale}-${country}`
  return locale === 'en' ? 'en-GB' : locale
}
