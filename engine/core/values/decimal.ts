/** A number as whole units of a power of ten: 70.5 is 705 tenths. */
interface Decimal {
  units: bigint
  places: number
}

/**
 * A product as people reckon it: 0.7 × 10,001 is 7000.7, where binary numbers make 7000.699999999999.
 * @param step a power of ten that the result is a multiple of, 0.01 for money; null leaves all decimals
 * @param towards which neighbour a result between two steps becomes
 */
export function product(one: number, other: number, step: number | null, towards: 'up' | 'down'): number {
  const [a, b] = [decimal(one), decimal(other)]
  const exact = { units: a.units * b.units, places: a.places + b.places }
  const { units, places } = step === null ? exact : rounded(exact, decimal(step).places, towards)
  return Number(`${units}e${-places}`)
}

function decimal(value: number): Decimal {
  const [figures = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = figures.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length - Number(exponent) }
}

function rounded({ units, places }: Decimal, kept: number, towards: 'up' | 'down'): Decimal {
  if (places <= kept) return { units, places }
  const divisor = 10n ** BigInt(places - kept)
  // BigInt cuts towards zero.
  const cut = units / divisor
  const rest = units - cut * divisor
  const beyond = towards === 'up' ? (rest > 0n ? 1n : 0n) : rest < 0n ? -1n : 0n
  return { units: cut + beyond, places: kept }
}
