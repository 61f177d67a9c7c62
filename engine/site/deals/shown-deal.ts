import type { Deal } from '#schemas/generated/api/deals.ts'
import type { OldPrice } from '#schemas/generated/deals.ts'
import type { Market } from '#schemas/generated/site.ts'
import type { ListedDeal } from './listed-deal.ts'

/** A deal as it is shown in a language; null where it is not sold in its market, or nothing is said of it. */
export function shownDeal(
  { id, shop, category, start, end, image, markets, words }: ListedDeal,
  locale: string,
  market: Pick<Market, 'country' | 'currency'>,
): Deal | null {
  const sold = Object.hasOwn(markets, market.country) ? markets[market.country] : undefined
  const said = Object.hasOwn(words, locale) ? words[locale] : undefined
  if (!sold || !said) return null
  const { price, oldPrice, currency = market.currency, url } = sold
  return {
    ...{ id, shop, category, title: said.title },
    ...(said.condition !== undefined && { condition: said.condition }),
    ...(image !== null && { image }),
    price,
    ...(oldPrice && { oldPrice: { ...oldPrice, saving: savingOf(price, oldPrice) } }),
    ...{ currency, url },
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  }
}

/** In whole per cent, rounded down: never more than is true. Cents are counted whole, as 0.1 × 3 is not 0.3. */
function savingOf(price: number, { amount }: OldPrice): number {
  const [now, before] = [Math.round(price * 100), Math.round(amount * 100)]
  return Math.floor(((before - now) * 100) / before)
}
