import { isDay } from './calendar.ts'
import { regionalLocale, type Shown } from './day-text.ts'

// Moments by the clocks of a time zone. No form needs them to be filled in.

/**
 * A moment, in ms since the epoch, that is written as a day, a day and time of a time zone (2027-01-31T18:00), or one with
 * its offset from UTC. A day is its first minute there. A time that comes twice as clocks go back is the first of the two.
 * null where there is no such day, or no such time on it: clocks that go forward skip some.
 */
export function momentIn(written: string, timeZone: string): number | null {
  const [, day = '', time = '00:00', offset] = /^([^T]*)(?:T(\d{2}:\d{2})(.+)?)?$/.exec(written) ?? []
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null
  if (offset !== undefined) {
    const moment = Date.parse(`${day}T${time}${offset}`)
    return Number.isNaN(moment) ? null : moment
  }
  const local = Date.parse(`${day}T${time}Z`)
  // The clock of the day before and that of the day after: between them they know every time of this day.
  const found = [-aDay, aDay].map((away) => local - offsetAt(local + away, timeZone)).sort((one, other) => one - other)
  const told = found.find((moment) => moment + offsetAt(moment, timeZone) === local)
  if (told !== undefined) return told
  // A day that begins with a skipped hour begins after it.
  return written === day ? (found.at(-1) ?? null) : null
}

/** What clocks of a time zone are ahead of UTC at a moment, in ms. */
function offsetAt(moment: number, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? clockOf(timeZone)
  clocks.set(timeZone, clock)
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]))
  const local = Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}Z`)
  return local - Math.floor(moment / 60_000) * 60_000
}

/** By time zone. To make one takes longer than all that is asked of it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
}

/** In ms. */
const aDay = 24 * 60 * 60 * 1000

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
