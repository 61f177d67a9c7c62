import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTry, schedule } from './relay.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const day = 24 * 3600 * 1000

test.each([
  [1, '10:00:05'],
  [2, '10:05:00'],
  [3, '10:30:00'],
  [4, '12:00:00'],
  [5, '15:00:00'],
  [6, '20:00:00'],
])('after %i tries the next is at %s', (attempts, time) => {
  const next = nextTry({ attempts, now, random: () => 0, retryAfter: null })
  expect(next).toBe(Date.parse(`2026-11-20T${time}Z`))
})

test('ten tries take some 75 hours, and there is no eleventh', () => {
  const hours = schedule.reduce((sum, wait) => sum + wait, 0) / 3_600_000
  expect(schedule).toHaveLength(10)
  expect(hours).toBeCloseTo(75.6, 1)
  expect(nextTry({ attempts: 10, now, random: () => 0, retryAfter: '5' })).toBeNull()
})

test.each([
  ['1', 5000],
  ['60', 60_000],
  ['Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
  ['Friday, 20-Nov-26 10:01:00 GMT', 60_000],
  ['Fri Nov 20 10:01:00 2026', 60_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 5000],
  ['999999999', day],
  ['Fri, 20 Nov 2099 10:00:00 GMT', day],
  ['-60', 5000],
  ['soon', 5000],
  ['', 5000],
])('Retry-After: %s', (retryAfter, wait) => {
  expect(nextTry({ attempts: 1, now, random: () => 0, retryAfter })).toBe(now + wait)
})

test('the wait is never shorter than the schedule, and longer by a fifth at most, or as long as was asked', () => {
  const header = fc.oneof(fc.constant(null), fc.nat().map(String), fc.string())
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), random, header, (attempts, chance, retryAfter) => {
      const wait = (nextTry({ attempts, now, random: () => chance, retryAfter }) ?? 0) - now
      const base = schedule[attempts] ?? 0
      expect(wait).toBeGreaterThanOrEqual(base)
      expect(wait).toBeLessThanOrEqual(retryAfter === null ? base * 1.2 : Math.max(base * 1.2, day))
    }),
  )
})
