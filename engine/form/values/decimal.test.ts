import fc from 'fast-check'
import { expect, test } from 'vitest'
import { product } from './reckoning.ts'

test.each([
  [10_001, 0.7, 0.01, 7000.7],
  [10_001.01, 0.7, 0.01, 7000.7],
  [1.1, 1.1, 0.01, 1.21],
  [1.005, 100, 0, 100.5],
  [3, 0.5, 1, 1],
  [1e21, 1e-7, 0, 1e14],
  [-10.01, 0.7, 0.01, -7.01],
  [0, 0.7, 0.01, 0],
])('%d times %d in steps of %d is %d, and no more', (one, other, step, expected) => {
  expect(product(one, other, step, false)).toBe(expected)
})

test('what lies between two steps becomes the next of them where that is asked for', () => {
  expect(product(10_001.01, 0.7, 0.01, true)).toBe(7000.71)
  expect(product(10_001, 0.7, 0.01, true)).toBe(7000.7)
  expect(product(-10.01, 0.7, 0.01, true)).toBe(-7)
  expect(product(3, 0.5, 1, true)).toBe(2)
})

test('every amount to the cent, by every factor of up to three decimals, comes out as whole numbers do', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000_000 }),
      fc.integer({ min: 1, max: 9_999 }),
      (cents, thousandths) => {
        const exact = BigInt(cents) * BigInt(thousandths)
        const [amount, factor] = [cents / 100, thousandths / 1000]
        const below = Number(exact / 1000n) / 100
        const above = Number((exact + 999n) / 1000n) / 100
        expect([product(amount, factor, 0.01, false), product(amount, factor, 0.01, true)]).toEqual([below, above])
      },
    ),
  )
})
