import { product, readAmount } from '#engine/form/values'
import type { SavingLimit } from '#schemas/generated/sections/savings-check.ts'
import type { Asked, Reads } from '../asked.ts'

/** What of an address, or of the form that leads there, a savings check reads. */
export const billReads = { bill: /\S/, per: ['month', 'year'] } as const satisfies Reads

/** What somebody may save a year, in the market's currency: from nothing up to this. Or why it cannot be told. */
export type Saving = { upTo: number } | { mistake: 'unreadable' | 'tooMuch' }

/** More than a home pays, in any of the currencies. */
const most = 100_000

const cent = 0.01

/**
 * What an address asks to be reckoned; null where it asks nothing. What is not whole is rounded down to cents, so that
 * no more is promised than holds, and the lowest of the limits does.
 * @param shown the language that amounts are written in, and their currency (ISO 4217)
 */
export function savingOf(
  { bill, per }: Asked,
  limits: readonly SavingLimit[],
  shown: { locale: string; currency: string },
): Saving | null {
  if (bill === undefined && per === undefined) return null
  const amount = readAmount(bill ?? '', shown.locale, shown.currency)
  if (amount === null || amount <= 0) return { mistake: 'unreadable' }
  const yearly = per === 'month' ? product(amount, 12, cent, false) : product(amount, 1, cent, false)
  if (yearly > most) return { mistake: 'tooMuch' }
  const each = limits.map((limit) => product(typeof limit === 'number' ? limit : yearly, shareOf(limit), cent, false))
  return { upTo: Math.min(yearly, ...each) }
}

function shareOf(limit: SavingLimit): number {
  return typeof limit === 'number' ? 1 : limit.factor
}
