import { expect, test } from 'vitest'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { Answers } from '../model/answers.ts'
import { resolved } from '../testing/forms.ts'
import { appointmentOf } from './appointment.ts'

const days = { any: 'Any day', monday: 'Monday', tuesday: 'Tuesday', sunday: 'Sunday' }
const definition: FormDefinition = {
  locales: ['en'],
  title: 'Call me',
  steps: {
    call: {
      title: 'Your call',
      fields: {
        day: { title: 'Which day?', options: days },
        time: { title: 'What time?', options: { any: 'Any time', morning: 'Morning', late: 'Late' } },
      },
    },
  },
  thankYou: {
    appointment: { title: 'We call, as you wish', day: 'day', time: 'time', hours: { morning: '09:00-12:30' } },
  },
}
const form = resolved(definition)

// A Tuesday, by British and by German clocks.
const at = '2026-12-01T10:00:00Z'

/** What a calendar reads of an entry, without the folds of its lines. */
function entry(answers: Answers, receivedAt = at): string[] {
  const { calendar = '' } = appointmentOf(form, answers, receivedAt, 'lead-1') ?? {}
  const [, text = ''] = calendar.split('data:text/calendar;charset=utf-8,')
  return decodeURIComponent(text).replaceAll('\r\n ', '').split('\r\n')
}

test('an appointment is on the first such day after today, at the hours of its time', () => {
  const words = (day: string) => appointmentOf(form, { day, time: 'morning' }, at, 'x')?.words
  expect(words('tuesday')).toBe('Tuesday 8 December, 09:00\u2060–\u206012:30')
  expect(words('monday')).toBe('Monday 7 December, 09:00\u2060–\u206012:30')
  expect(words('sunday')).toBe('Sunday 6 December, 09:00\u2060–\u206012:30')
})

test('today is the day of the market, which may be another by then', () => {
  const late = '2026-11-30T23:30:00Z'
  const german = resolved({ ...definition, locales: ['de'] })
  const answers = { day: 'tuesday', time: 'any' }
  expect(appointmentOf(form, answers, late, 'x')?.words).toBe('Tuesday 1 December')
  const there = { ...german, market: { ...german.market, country: 'DE', timeZone: 'Europe/Berlin' } }
  expect(appointmentOf({ ...there, locale: 'de' }, answers, late, 'x')?.words).toBe('Dienstag, 8. Dezember')
})

test('a calendar gets the hours in UTC, also where clocks change before', () => {
  const lines = entry({ day: 'tuesday', time: 'morning' })
  expect(lines).toContain('DTSTART:20261208T090000Z')
  expect(lines).toContain('DTEND:20261208T123000Z')
  expect(lines).toContain('DTSTAMP:20261201T100000Z')
  expect(lines).toContain('UID:lead-1')
  expect(lines).toContain('SUMMARY:We call\\, as you wish')
  // British clocks went forward on Sunday, 29 March 2026.
  expect(entry({ day: 'monday', time: 'morning' }, '2026-03-27T10:00:00Z')).toContain('DTSTART:20260330T080000Z')
})

test('a day without hours is an entry of the whole day, and the time is said in its words', () => {
  const lines = entry({ day: 'monday', time: 'late' })
  expect(lines).toContain('DTSTART;VALUE=DATE:20261207')
  expect(lines).toContain('DTEND;VALUE=DATE:20261208')
  expect(appointmentOf(form, { day: 'monday', time: 'late' }, at, 'x')?.words).toBe('Monday 7 December, Late')
})

test('without a day there is a time at most, and no entry', () => {
  expect(appointmentOf(form, { day: 'any', time: 'morning' }, at, 'x')).toEqual({
    title: 'We call, as you wish',
    words: 'Morning',
  })
  expect(appointmentOf(form, { day: 'any', time: 'any' }, at, 'x')).toBeNull()
  expect(appointmentOf(form, {}, at, 'x')).toBeNull()
  for (const name of Object.getOwnPropertyNames(Object.prototype))
    expect(appointmentOf(form, { day: name, time: name }, at, 'x')?.calendar).toBeUndefined()
})

test('no line of a calendar is longer than 75 octets', () => {
  const long = resolved({
    ...definition,
    thankYou: { appointment: { title: 'Nous vous rappelons à l’heure dite été 😀 '.repeat(6), day: 'day' } },
  })
  const { calendar = '' } = appointmentOf(long, { day: 'monday' }, at, 'lead-1') ?? {}
  const lines = decodeURIComponent(calendar.replace(/^[^,]*,/, '')).split('\r\n')
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(3)
})
