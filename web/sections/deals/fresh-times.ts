const minute = 60_000

const hour = 60 * minute

const day = 24 * hour

/** How often what is said is looked at again, in ms: nothing shorter than a minute is said. */
const interval = 15_000

let isKept = false

/**
 * Says of each deal on the page how long it lasts, in place of the day it ends, and keeps that true as time goes by. The
 * server names the day alone, so that a page can be kept and nothing differs when React takes it over.
 */
export function freshTimes(): void {
  if (!isKept) setInterval(draw, interval)
  isKept = true
  draw()
}

function draw(): void {
  const now = Date.now()
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-day]')) {
    const { ends = '', ended = '', zone = 'UTC' } = time.closest<HTMLElement>('[data-ends]')?.dataset ?? {}
    const left = timeLeft(Date.parse(time.dateTime), now, zone)
    // What lasts for months is in no hurry: its last day is enough.
    if (left?.unit === 'month') continue
    const when = left && timeText(left, document.documentElement.lang).replaceAll(/\s/g, '\u00a0')
    // Of hours and minutes everybody knows the day.
    const day = left?.unit === 'day' ? ` (${time.dataset.day})` : ''
    const text = when === null ? ended : ends.replace('{when}', when) + day
    if (time.textContent !== text) time.textContent = text
  }
}

/** How long something lasts. Days are those of the calendar: 0 is today, 1 tomorrow. */
interface TimeLeft {
  count: number
  unit: 'minute' | 'hour' | 'day' | 'month'
}

/**
 * The time until a moment, and never more than there is: whole minutes in the last hour, whole hours in the last day, then
 * the days until the last one, and whole months from two of them. null once it is over.
 * @param ends in ms since the epoch, as `now` is
 * @param timeZone that of the market (IANA), which says when a day begins
 */
export function timeLeft(ends: number, now: number, timeZone: string): TimeLeft | null {
  const rest = ends - now
  if (rest <= 0) return null
  if (rest < hour) return { count: Math.max(Math.floor(rest / minute), 1), unit: 'minute' }
  if (rest < day) return { count: Math.floor(rest / hour), unit: 'hour' }
  // What ends at midnight ends with the day before.
  const [from, to] = [dateIn(now, timeZone), dateIn(ends - 1, timeZone)]
  const months = monthsBetween(from, to)
  return months < 2 ? { count: Math.round((to - from) / day), unit: 'day' } : { count: months, unit: 'month' }
}

/** What a language says of it: in 3 days, tomorrow, in 2 months. */
export function timeText({ count, unit }: TimeLeft, locale: string): string {
  return new Intl.RelativeTimeFormat(locale, { numeric: unit === 'day' ? 'auto' : 'always' }).format(count, unit)
}

/** The date it is in a time zone, as midnight in UTC. */
function dateIn(moment: number, timeZone: string): number {
  // Canadian English writes dates as ISO 8601 does.
  return Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment))
}

function monthsBetween(from: number, to: number): number {
  const [one, other] = [new Date(from), new Date(to)]
  const months = (other.getUTCFullYear() - one.getUTCFullYear()) * 12 + other.getUTCMonth() - one.getUTCMonth()
  return other.getUTCDate() < one.getUTCDate() ? months - 1 : months
}
