// Browsers load this file only with a form that computes values, or where answers set limits (web/shims/parts.ts).

/** A number as whole units of a power of ten: 70.5 is 705 tenths. */
interface Decimal {
  units: bigint
  places: number
}

/**
 * A product in decimal arithmetic: 0.7 × 10,001 is 7000.7, where binary numbers make 7000.699999999999.
 * @param step a power of ten that the result is a multiple of, 0.01 for money; 0 leaves all decimals
 * @param isUp whether a result between two steps becomes the one above, and not the one below
 */
export function product(one: number, other: number, step: number, isUp: boolean): number {
  const [a, b] = [decimal(one), decimal(other)]
  const units = a.units * b.units
  const places = a.places + b.places
  const kept = step === 0 ? places : Math.min(decimal(step).places, places)
  const parts = 10n ** BigInt(places - kept)
  // BigInt cuts towards zero, which is up below it.
  const beyond = units % parts
  const whole = (units - beyond) / parts
  const more = isUp ? BigInt(beyond > 0n) : -BigInt(beyond < 0n)
  return Number(`${whole + more}e${-kept}`)
}

/** A number as it is written, in full. */
function decimal(value: number): Decimal {
  const [figures = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = figures.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length - Number(exponent) }
}

/** A sum in decimal arithmetic: 0.1 + 0.2 is 0.3. */
export function total(numbers: readonly number[]): number {
  const plain = numbers.reduce((sum, each) => sum + each, 0)
  if (numbers.every(Number.isInteger) && Number.isSafeInteger(plain)) return plain
  const decimals = numbers.map(decimal)
  const places = Math.max(0, ...decimals.map((each) => each.places))
  const units = decimals.reduce((sum, each) => sum + each.units * 10n ** BigInt(places - each.places), 0n)
  return Number(`${units}e${-places}`)
}

/** A number with so many decimals at most, halves away from zero: 2.5 is 3, and -2.5 is -3. */
export function rounded(value: number, decimals: number): number {
  if (Number.isInteger(value)) return value
  const half = Math.sign(value) * Number(`5e-${decimals + 1}`)
  return product(total([value, half]), 1, Number(`1e-${decimals}`), value < 0)
}

/** A product with all its decimals. */
export function multiplied(one: number, other: number): number {
  const plain = one * other
  if (Number.isInteger(one) && Number.isInteger(other) && Number.isSafeInteger(plain)) return plain
  return product(one, other, 0, false)
}

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
 * What is paid back on a credit that is paid out at once, repaid monthly and costs nothing besides its interest, by the
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
