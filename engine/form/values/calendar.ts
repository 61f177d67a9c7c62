/** Days are text, YYYY-MM-DD (ISO 8601): they compare as text does, and no time zone can shift them. */
const iso = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a text is a day that exists. */
export function isDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = iso.exec(text)?.map(Number) ?? []
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** Whether a text is a month of a year, YYYY-MM. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
}

/**
 * A bound as a day: itself when it is one, else counted from today, or another day: today, +30d, -1m, 18y.
 * A day that the month does not have becomes its last: 18 years before a 29 February may be a 28th.
 */
export function boundDay(bound: string, today: string): string {
  const [, sign, count, unit] = /^([+-]?)(\d+)([dmy])$/.exec(bound) ?? []
  if (unit === undefined) return bound === 'today' ? today : bound
  const amount = Number(`${sign}${count}`)
  const [, year = 0, month = 0, day = 0] = iso.exec(today)?.map(Number) ?? []
  if (unit === 'd') return dayOf(Date.UTC(year, month - 1, day + amount))
  const months = year * 12 + (month - 1) + (unit === 'y' ? amount * 12 : amount)
  const target = { year: Math.floor(months / 12), month: (months % 12) + 1 }
  return dayOf(Date.UTC(target.year, target.month - 1, Math.min(day, daysIn(target.year, target.month))))
}

/** The day it is in a time zone (IANA) at a moment, in ms since the epoch. */
export function dayIn(moment: number, timeZone: string): string {
  // No clock on earth changes its day within a minute of UTC.
  const minute = Math.floor(moment / 60_000)
  const known = days.get(timeZone)
  if (known?.minute === minute) return known.day
  // Canadian English writes dates as ISO 8601 does.
  const format = known?.format ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const day = format.format(moment)
  days.set(timeZone, { format, minute, day })
  return day
}

/** Asking takes longer than judging a step; there are as many as markets. */
const days = new Map<string, { format: Intl.DateTimeFormat; minute: number; day: string }>()

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}
