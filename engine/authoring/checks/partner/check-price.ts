import type { PartnerDefinition, Price } from '#schemas/generated/partner.ts'
import { isCurrency, unknownCurrency } from '../../../library/check-market.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'

/** What a partner pays is added up in whole hundredths, so it has no more decimals than that. */
export function checkPrices(file: string, { price, takes }: PartnerDefinition): DefinitionProblem[] {
  return [
    ...checkPrice(file, ['price'], price),
    ...takes.flatMap((one, index) => checkPrice(file, ['takes', String(index), 'price'], one.price)),
  ]
}

function checkPrice(file: string, path: readonly string[], price: Price | undefined): DefinitionProblem[] {
  if (!price) return []
  const { amount, currency } = price
  const say = (key: string, message: string) => [{ file, path: [...path, key], on: 'value' as const, message }]
  return [
    ...(amount === Number(amount.toFixed(2)) ? [] : say('amount', `${amount} has more than two decimals. Round it.`)),
    ...(isCurrency(currency) ? [] : say('currency', unknownCurrency(currency))),
  ]
}
