import { expect, test } from 'vitest'
import { clockExcursion } from '../testing/clock-excursion.ts'

// The short form of `leadwright bench faults clock`.
test('a clock two years ahead and back: nothing is lost, erased, stored twice or delivered as two messages', {
  timeout: 300_000,
}, async () => {
  const { lines } = await clockExcursion({ perSecond: 10, seconds: 5 })
  expect(lines.slice(2)).toEqual([])
})
