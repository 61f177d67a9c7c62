import { amountText, readAmount } from '#engine/form/values'
import type { Kind } from '../kind.ts'

/** Money in the market's currency: a number with two decimals at most. */
export const amount: Kind = {
  schema: () => ({ type: 'number', minimum: 0, maximum: 1_000_000_000, multipleOf: 0.01 }),
  ui: { 'ui:widget': 'amount' },
  isMoney: true,
  read: (text, { locale, market }) => readAmount(text, locale, market.currency),
  say: (answer, { locale, market }) => amountText(Number(answer), locale, market.currency),
}
