import type { FormOffers } from '#schemas/generated/form.ts'
import type { Offer } from '#schemas/generated/offer.ts'

/** What offers may be sorted by. */
export type OfferSort = FormOffers['sort'][number]

/** An offer as far as its place in a list goes. */
type Sorted = Pick<Offer, 'price' | 'rate' | 'excess' | 'rating'> & { provider: string; product: string }

/**
 * Offers in order: the lowest price, rate or excess first, the best rating, or providers from A to Z. Those that do not
 * say what they are sorted by come last, and equal ones by provider and product, so that the order is the same wherever
 * they are shown.
 */
export function offersInOrder<Each extends Sorted>(offers: readonly Each[], by: OfferSort, locale: string): Each[] {
  const words = new Intl.Collator(locale)
  return offers.toSorted((one, other) => {
    const [a, b] = [rank(one, by), rank(other, by)]
    return a === b ? words.compare(one.provider, other.provider) || words.compare(one.product, other.product) : a - b
  })
}

/** Low is first. */
function rank({ price, rate, excess, rating }: Sorted, by: OfferSort): number {
  switch (by) {
    case 'price':
      // What is paid once cannot be compared with what is paid each year, and comes after it.
      return price ? (price.period === 'once' ? 1e12 : 0) + price.amount * (price.period === 'month' ? 12 : 1) : unsaid
    case 'rate':
      return rate?.apr ?? unsaid
    case 'excess':
      return excess ?? unsaid
    case 'rating':
      return rating ? -rating.value / rating.of : unsaid
    case 'provider':
      return 0
  }
}

const unsaid = Number.MAX_VALUE
