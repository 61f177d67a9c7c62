import fc from 'fast-check'
import { expect, test } from 'vitest'
import { borrowingRateOf, type CreditTerms, repaymentOf } from './reckoning.ts'

/** What schemas/sections/credit-example.schema.json allows. */
const credits = fc.record({
  cents: fc.integer({ min: 100_000, max: 200_000_000 }),
  rate: fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100),
  months: fc.integer({ min: 2, max: 180 }),
})

/** The annual percentage rate of payments, found by halving: what they are worth today falls as it rises. */
function rateOf(cents: number, payments: readonly number[]): number {
  let [low, high] = [-0.5, 1]
  for (let round = 0; round < 60; round++) {
    const rate = (low + high) / 2
    const worth = payments.reduce((sum, payment, index) => sum + payment / (1 + rate) ** ((index + 1) / 12), 0)
    if (worth > cents) low = rate
    else high = rate
  }
  return low * 100
}

const paymentsOf = (terms: CreditTerms) => {
  const { payment, last } = repaymentOf(terms)
  return [...new Array<number>(terms.months - 1).fill(payment), last]
}

test.each([
  // Worked out with another program, to the cent.
  [
    { cents: 1_000_000, rate: 0, months: 3 },
    { payment: 333_333, last: 333_334, total: 1_000_000 },
  ],
  [
    { cents: 100_000, rate: 12.6825030131969, months: 12 },
    { payment: 8885, last: 8883, total: 106_618 },
  ],
])('%o costs %o', (terms, expected) => {
  expect(repaymentOf(terms)).toEqual(expected)
})

test('one per cent a month is twelve per cent a year without interest on interest', () => {
  expect(borrowingRateOf(12.6825030131969)).toBeCloseTo(12, 10)
  expect(borrowingRateOf(0)).toBe(0)
})

test('the payments have the rate that is told, and are whole cents that add up', () => {
  fc.assert(
    fc.property(credits, (terms) => {
      const payments = paymentsOf(terms)
      const { total } = repaymentOf(terms)
      expect(payments.every((payment) => Number.isInteger(payment) && payment > 0)).toBe(true)
      expect(payments.reduce((sum, payment) => sum + payment, 0)).toBe(total)
      // The last payment is rounded: half a cent of a thousand units, over two months at least.
      expect(Math.abs(rateOf(terms.cents, payments) - terms.rate)).toBeLessThan(0.01)
    }),
  )
})

test('a longer term lowers the payment and never the total', () => {
  fc.assert(
    fc.property(credits, fc.integer({ min: 1, max: 120 }), (terms, more) => {
      const [short, long] = [repaymentOf(terms), repaymentOf({ ...terms, months: terms.months + more })]
      expect(long.payment).toBeLessThanOrEqual(short.payment)
      // Half a cent of each payment, with interest on it, ends up in the last one.
      const rounding = (months: number) => months * (1 + terms.rate / 100) ** (months / 12)
      expect(long.total).toBeGreaterThanOrEqual(short.total - rounding(terms.months) - rounding(terms.months + more))
    }),
  )
})
