import { type Answers, answerTo, plainWords, type ResolvedForm } from '#engine/form/model'
import { boundDay, dayIn, dayTimeText, momentIn } from '#engine/form/values'
import type { Appointment } from './journey.ts'
import { readBack } from './sent.ts'

/** The ids of options that are days of the week, as they follow each other from Sunday on. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/**
 * The appointment that a form asks for: the first such day after the one on which the answers arrived, by the market's
 * clocks, and the hours of the chosen time. null where neither a day nor a time was chosen, or where the form asks for none.
 * @param receivedAt in ISO 8601
 * @param id what calendars know the entry by
 */
export function appointmentOf(
  form: ResolvedForm,
  answers: Answers,
  receivedAt: string,
  id: string,
): Appointment | null {
  const { appointment } = form.thankYou ?? {}
  if (!appointment) return null
  const { timeZone } = form.market
  const title = plainWords(appointment.title)
  const chosen = answerTo(appointment.time ?? '', answers)
  const day = nextDay(answerTo(appointment.day, answers), dayIn(Date.parse(receivedAt), timeZone))
  const [from, to] = hoursOf(appointment.hours ?? {}, chosen)
  if (day === null) {
    const words = [appointment.day, appointment.time].flatMap((asked) => chosenWords(form, answers, asked))
    return words.length > 0 ? { title, words: words.join(', ') } : null
  }
  if (from === undefined || to === undefined) {
    const words = [dayTimeText([Date.parse(day)], form), ...chosenWords(form, answers, appointment.time)].join(', ')
    const ends = boundDay('+1d', day)
    return { title, words, calendar: calendarFile({ id, title, receivedAt, starts: onDay(day), ends: onDay(ends) }) }
  }
  const moments = [from, to].map((time) => momentIn(`${day}T${time}`, timeZone) ?? Date.parse(`${day}T${time}Z`))
  const [starts = '', ends = ''] = moments.map((moment) => `:${stamp(moment)}`)
  return {
    ...{ title, words: dayTimeText(moments, form) },
    calendar: calendarFile({ id, title, receivedAt, starts, ends }),
  }
}

/** The first such weekday after a day; null for what is no weekday. */
function nextDay(chosen: unknown, today: string): string | null {
  const wanted = weekdays.indexOf(String(chosen))
  if (wanted < 0) return null
  const away = ((wanted - new Date(today).getUTCDay() + 6) % 7) + 1
  return boundDay(`+${away}d`, today)
}

function hoursOf(hours: Readonly<Record<string, string>>, chosen: unknown): string[] {
  return Object.hasOwn(hours, String(chosen)) ? (hours[String(chosen)] ?? '').split('-') : []
}

/** Any day or any time is no choice to repeat. */
function chosenWords(form: ResolvedForm, answers: Answers, id: string | undefined): string[] {
  if (id === undefined || answerTo(id, answers) === 'any') return []
  return readBack(form, answers, [id]).map(({ words }) => words)
}

interface Entry extends Pick<Appointment, 'title'> {
  id: string
  receivedAt: string
  /** A value with its parameters, as DTSTART and DTEND take it. */
  starts: string
  ends: string
}

/** A calendar of one entry (RFC 5545), as an address that contains the file itself, so no request contains it. */
function calendarFile({ id, title, receivedAt, starts, ends }: Entry): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Leadwright//Appointment//EN', 'BEGIN:VEVENT'],
    `UID:${id}`,
    `DTSTAMP:${stamp(Date.parse(receivedAt))}`,
    `DTSTART${starts}`,
    `DTEND${ends}`,
    `SUMMARY:${title.replaceAll(/[\\;,]/g, '\\$&')}`,
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ]
  // A line has at most 75 octets, and goes on in one that begins with a space.
  const folded = lines.map((line) => line.replaceAll(/.{36}(?=.)/gu, '$&\r\n '))
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(folded.join('\r\n'))}`
}

function onDay(day: string): string {
  return `;VALUE=DATE:${day.replaceAll('-', '')}`
}

/** A moment as calendars write it: 20261201T090000Z. */
function stamp(moment: number): string {
  return new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
