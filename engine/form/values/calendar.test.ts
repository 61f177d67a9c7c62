import { expect, test } from 'vitest'
import { boundDay, dayIn, isDay, isMonth } from './calendar.ts'

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-4-1', false],
  ['31-04-2026', false],
])('%s is a day: %s', (text, expected) => expect(isDay(text)).toBe(expected))

test('a month of a year', () => {
  expect(isMonth('2026-12')).toBe(true)
  expect(isMonth('2026-13')).toBe(false)
})

test.each([
  ['today', '2026-11-21'],
  ['2020-01-01', '2020-01-01'],
  ['+30d', '2026-12-21'],
  ['-1m', '2026-10-21'],
  ['+2m', '2027-01-21'],
  ['-18y', '2008-11-21'],
])('%s from 2026-11-21 is %s', (bound, day) => expect(boundDay(bound, '2026-11-21')).toBe(day))

test('a day the month does not have becomes its last', () => {
  expect(boundDay('-18y', '2028-02-29')).toBe('2010-02-28')
  expect(boundDay('+1m', '2026-01-31')).toBe('2026-02-28')
})

test('the day depends on where the market is', () => {
  const moment = Date.parse('2026-11-21T23:30:00Z')
  expect(dayIn(moment, 'Europe/London')).toBe('2026-11-21')
  expect(dayIn(moment, 'Europe/Berlin')).toBe('2026-11-22')
})
