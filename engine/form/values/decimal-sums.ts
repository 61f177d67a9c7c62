import { decimal, product } from './decimal.ts'

/** A sum as people reckon it: 0.1 + 0.2 is 0.3. */
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
