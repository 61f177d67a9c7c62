/** What was lent, and on what terms. */
export interface CreditTerms {
  /** What is paid out, in whole cents. */
  cents: number
  /** The annual percentage rate, in per cent: 9.9. */
  rate: number
  months: number
}

/** Amounts in whole cents. */
export interface Repayment {
  /** Each of the monthly payments but the last. */
  payment: number
  last: number
  total: number
}

/**
 * What is paid back on a credit that is paid out at once, repaid monthly and costs nothing beside its interest, by the
 * equation of directive 2008/48/EC, annex I, part I (the same in directive (EU) 2023/2225, annex III): with months of a
 * twelfth of a year and q = (1 + rate)^(1/12), the sum lent is payment × (q⁻¹ + … + q⁻ⁿ). The payment is rounded to the
 * nearest cent; the last one is what is owed by then.
 */
export function repaymentOf({ cents, rate, months }: CreditTerms): Repayment {
  const factor = monthlyFactor(rate)
  let worth = 0
  for (let month = 1; month <= months; month++) worth += factor ** -month
  const payment = Math.round(cents / worth)
  let owed = cents
  for (let month = 1; month < months; month++) owed = owed * factor - payment
  const last = Math.round(owed * factor)
  return { payment, last, total: payment * (months - 1) + last }
}

/** The yearly borrowing rate, in per cent, of a credit without fees that has this annual percentage rate. */
export function borrowingRateOf(rate: number): number {
  return 1200 * (monthlyFactor(rate) - 1)
}

function monthlyFactor(rate: number): number {
  return (1 + rate / 100) ** (1 / 12)
}
