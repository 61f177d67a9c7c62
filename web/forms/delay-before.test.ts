import { expect, test } from 'vitest'
import { delayBefore } from './submission.ts'

test('the time between tries doubles up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map((tries) => delayBefore(tries, 0, 0.5))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ])
})

test('it is spread by a fifth either way, and never shorter than the server asked for', () => {
  expect([0, 1].map((random) => Math.round(delayBefore(3, 0, random)))).toEqual([3200, 4800])
  expect(delayBefore(1, 60_000, 0)).toBe(60_000)
  expect(delayBefore(9, 5000, 1)).toBeCloseTo(72_000)
})
