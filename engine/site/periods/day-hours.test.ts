import { expect, test } from 'vitest'
import type { Fact } from '#schemas/generated/site.ts'
import { periodsByHour, spanOf, spansOf } from './day-hours.ts'

const hours = (from: string, to: string): Fact => ({ unit: 'clock-time', markets: { ES: { from, to } } })
const facts = { night: hours('00:00', '08:00'), day: hours('08:00', '18:00'), late: hours('18:00', '24:00') }
const section = {
  peak: { name: 'Punta', hours: [{ fact: 'late' }] },
  midPeak: { name: 'Llano', hours: [{ fact: 'day' }] },
  offPeak: { name: 'Valle', hours: [{ fact: 'night' }] },
}

test('a day ends where the last period does', () => {
  const spans = spansOf(section, { facts }, 'ES')
  expect(spans).toEqual({ peak: [{ from: 18, to: 24 }], midPeak: [{ from: 8, to: 18 }], offPeak: [{ from: 0, to: 8 }] })
  const byHour = periodsByHour(spans)
  expect(byHour).toHaveLength(24)
  expect([byHour[0], byHour[7], byHour[8], byHour[17], byHour[18], byHour[23]]).toEqual(
    ['offPeak', 'offPeak', 'midPeak', 'midPeak', 'peak', 'peak'].map((name) => [name]),
  )
})

test('what is no range of full hours in the market is none', () => {
  expect(spanOf(facts.night, 'GB')).toBeNull()
  expect(spanOf(hours('00:30', '08:00'), 'ES')).toBeNull()
  expect(spanOf({ unit: 'clock-time', value: '08:00' }, 'ES')).toBeNull()
  expect(spanOf({ unit: 'count', from: 1, to: 2 }, 'ES')).toBeNull()
})

test('hours that no period has, and those that several have, are told', () => {
  const byHour = periodsByHour(spansOf({ ...section, midPeak: section.peak }, { facts }, 'ES'))
  expect([byHour[8], byHour[18]]).toEqual([[], ['peak', 'midPeak']])
})
