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

function written(day: string, { locale, market }: Shown, as: keyof typeof styles): string {
  const tag = regionalLocale(locale, market.country)
  const key = `${tag} ${as}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, { ...styles[as], timeZone: 'UTC' })
  formats.set(key, format)
  return sameSpaces(format.format(Date.parse(day)))
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
} as const

/**
 * The language as it is written in a country where it is the first one. Elsewhere not every browser knows that pair:
 * then the language alone, and for English that of Britain, since by itself it means America's.
 */
export function regionalLocale(locale: string, country: string): string {
  if (new Intl.Locale(`und-${country}`).maximize().language === locale) return `${locale}-${country}`
  return locale === 'en' ? 'en-GB' : locale
}
