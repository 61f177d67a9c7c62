/** A number as whole units of a power of ten: 70.5 is 705 tenths. */
export interface Decimal {
  units: bigint
  places: number
}

/**
 * A product as people reckon it: 0.7 × 10,001 is 7000.7, where binary numbers make 7000.699999999999.
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
export function decimal(value: number): Decimal {
  const [figures = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = figures.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length - Number(exponent) }
}
