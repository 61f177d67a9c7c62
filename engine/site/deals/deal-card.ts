import { figureText } from '#engine/form/model'
import { dayIn, dayText, type Shown } from '#engine/form/values'
import type { Deal } from '#schemas/generated/api/deals.ts'

/** A deal as a card shows it: all figures and days are texts in the language, so that server and browser agree on them. */
export interface DealCard extends Pick<Deal, 'id' | 'title' | 'shop' | 'condition' | 'image' | 'end'> {
  price: string
  /** What it cost before, and what is saved, in whole per cent; left out where nothing is. */
  before?: { price: string; basis: NonNullable<Deal['oldPrice']>['basis']; saving: number; saved: string }
  /** The last day on which it holds, in the market: 30 November. */
  day: string
  /** Where it is bought. */
  href: string
  /** The same for programs: in units of the currency (ISO 4217). */
  offer: { amount: number; currency: string }
}

/** @param query parameters that go along to the shop */
export function dealCard(deal: Deal, shown: Shown, query: Readonly<Record<string, string>> = {}): DealCard {
  const { id, title, shop, condition, image, price, oldPrice, currency, url, end } = deal
  const money = (amount: number) => figureText({ unit: 'money', ends: [amount], currency }, shown, () => '')
  return {
    ...{ id, title, shop, end },
    ...(condition !== undefined && { condition }),
    ...(image !== undefined && { image }),
    price: money(price),
    ...(oldPrice &&
      oldPrice.saving > 0 && {
        before: {
          ...{ price: money(oldPrice.amount), basis: oldPrice.basis, saving: oldPrice.saving },
          // In whole cents, as 0.3 − 0.1 is not 0.2.
          saved: money((Math.round(oldPrice.amount * 100) - Math.round(price * 100)) / 100),
        },
      }),
    // What ends at midnight ends with the day before.
    day: dayText(dayIn(Date.parse(end) - 1, shown.market.timeZone), shown),
    href: withQuery(url, query),
    offer: { amount: price, currency },
  }
}

/** Parameters that the shop's own address has already stay as the shop wrote them. */
function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const [address = '', place] = url.split('#', 2)
  const own = new Set((address.split('?', 2)[1] ?? '').split('&').map((pair) => pair.split('=', 1)[0]))
  const added = Object.entries(query)
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const joined = added.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${added.join('&')}`
  return place === undefined ? joined : `${joined}#${place}`
}
