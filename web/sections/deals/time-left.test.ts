import { expect, test } from 'vitest'
import { timeLeft, timeText } from './fresh-times.ts'

const noon = Date.parse('2026-11-25T12:00:00+01:00')
const left = (ends: string, now = noon, timeZone = 'Europe/Berlin') => timeLeft(Date.parse(ends), now, timeZone)

test('the time left is said in minutes, hours, days and months, and never more than there is', () => {
  for (const [ends, count, unit] of [
    ['2026-11-25T12:00:01+01:00', 1, 'minute'],
    ['2026-11-25T12:01:59+01:00', 1, 'minute'],
    ['2026-11-25T12:59:59+01:00', 59, 'minute'],
    ['2026-11-25T13:00:00+01:00', 1, 'hour'],
    ['2026-11-26T11:59:59+01:00', 23, 'hour'],
    ['2026-11-26T12:00:00+01:00', 1, 'day'],
    // Until the end of a day is until that day, whatever the hour now.
    ['2026-11-27T00:00:00+01:00', 1, 'day'],
    ['2026-11-27T00:00:01+01:00', 2, 'day'],
    ['2026-12-01T00:00:00+01:00', 5, 'day'],
    ['2027-01-24T12:00:00+01:00', 60, 'day'],
    ['2027-01-25T12:00:00+01:00', 2, 'month'],
    ['2027-11-24T12:00:00+01:00', 11, 'month'],
    ['2027-11-25T12:00:00+01:00', 12, 'month'],
  ] as const)
    expect(left(ends), ends).toEqual({ count, unit })
  expect(left('2026-11-25T12:00:00+01:00')).toBeNull()
  expect(left('2026-11-24T12:00:00+01:00')).toBeNull()
})

test('a day is that of the market, of whatever length', () => {
  // In Berlin it is tomorrow already, in London still today.
  const late = Date.parse('2026-11-25T23:30:00Z')
  expect(left('2026-11-27T12:00:00Z', late, 'Europe/Berlin')).toEqual({ count: 1, unit: 'day' })
  expect(left('2026-11-27T12:00:00Z', late, 'Europe/London')).toEqual({ count: 2, unit: 'day' })
  // The clock is put back: this day has 25 hours, and more than 24 are left of it.
  const start = Date.parse('2026-10-25T00:00:00+02:00')
  expect(left('2026-10-26T00:00:00+01:00', start)).toEqual({ count: 0, unit: 'day' })
})

test('each language says it as people there do', () => {
  const said = (locale: string) =>
    [
      timeText({ count: 1, unit: 'minute' }, locale),
      timeText({ count: 5, unit: 'hour' }, locale),
      timeText({ count: 0, unit: 'day' }, locale),
      timeText({ count: 1, unit: 'day' }, locale),
      timeText({ count: 3, unit: 'day' }, locale),
      timeText({ count: 2, unit: 'month' }, locale),
    ].join(', ')
  expect(said('en')).toBe('in 1 minute, in 5 hours, today, tomorrow, in 3 days, in 2 months')
  expect(said('es')).toBe('dentro de 1 minuto, dentro de 5 horas, hoy, mañana, dentro de 3 días, dentro de 2 meses')
  expect(said('de')).toBe('in 1 Minute, in 5 Stunden, heute, morgen, in 3 Tagen, in 2 Monaten')
  expect(said('fr')).toBe('dans 1 minute, dans 5 heures, aujourd’hui, demain, dans 3 jours, dans 2 mois')
  expect(said('it')).toBe('tra 1 minuto, tra 5 ore, oggi, domani, tra 3 giorni, tra 2 mesi')
  expect(said('nl')).toBe('over 1 minuut, over 5 uur, vandaag, morgen, over 3 dagen, over 2 maanden')
})
