import { amountText, dayText, percentText, type Shown, spanText } from '#engine/form/values'
import type { FormOffers } from '#schemas/generated/form.ts'
import type { Offer } from '#schemas/generated/offer.ts'
import { type OfferSort, offersInOrder } from '../offer-order.ts'
import type { MailItem } from './mail-parts.ts'

/** What mails say of offers: `offers` of mails.json. Names in double braces are filled in. */
export interface OfferMailWords {
  price: Record<'month' | 'year' | 'once', string>
  excess: string
  rate: string
  term: string
  rating: string
  benefits: string
  validUntil: string
  /** How many offers the mail leaves out. */
  more: string
  /** The rule of the order. */
  sorted: Record<OfferSort, string>
}

/** An offer as its page shows it. */
interface ShownOffer extends Offer {
  provider: string
  currency: string
}

/** What texts about offers are written with. */
interface Told {
  words: OfferMailWords
  /** The product's terms in the language, by key. */
  terms: Readonly<Record<string, string>>
  shows: Pick<FormOffers, 'card' | 'sort'>
  /** For dates; amounts are in each offer's currency. */
  shown: Shown
}

/** The most offers of a mail; the page has them all. */
const mostOffers = 6

/** How many properties of the card a mail has, besides price and last day. */
const mostProperties = 3

/** The most benefits of an offer that a mail names. */
const mostBenefits = 2

/** Offers as a list of a mail, in the order that their page begins with, and the rule of that order. */
export function offerItems(offers: readonly ShownOffer[], told: Told): { items: MailItem[]; note?: string } {
  const { words, shows, shown } = told
  const [by = 'price'] = shows.sort
  const sorted = offersInOrder(offers, by, shown.locale)
  const left = sorted.length - mostOffers
  const items = sorted.slice(0, mostOffers).map((offer) => itemOf(offer, told))
  return {
    items: left > 0 ? [...items, { text: filled(words.more, { count: String(left) }) }] : items,
    ...(sorted.length > 1 && { note: words.sorted[by] }),
  }
}

function itemOf(offer: ShownOffer, told: Told): MailItem {
  const { words, shows, shown } = told
  const { provider, product, price, validUntil } = offer
  const properties = shows.card
    .flatMap((property) => propertyText(offer, property, told) ?? [])
    .slice(0, mostProperties)
  const last = validUntil === undefined ? [] : [filled(words.validUntil, { date: dayText(validUntil, shown) })]
  const details = [...properties, ...last]
  const name = `${provider}: ${product}`
  const cost =
    price && filled(words.price[price.period], { price: amountText(price.amount, shown.locale, offer.currency) })
  const [first, ...rest] = cost === undefined ? details : [cost, ...details]
  if (first === undefined) return { text: name }
  return { name, text: first, ...(rest.length > 0 && { more: rest.join(' · ') }) }
}

/** A property in words; null for one that the offer lacks, or that is too much for a mail. */
function propertyText(
  { excess, rate, term, rating, benefits, currency }: ShownOffer,
  property: FormOffers['card'][number],
  { words, terms, shown: { locale } }: Told,
): string | null {
  switch (property) {
    case 'excess':
      return excess === undefined ? null : filled(words.excess, { amount: amountText(excess, locale, currency) })
    case 'rate':
      return rate ? filled(words.rate, { rate: percentText(rate.apr / 100, locale) }) : null
    case 'term':
      return term
        ? filled(words.term, { term: spanText(`${term.value}${term.unit === 'month' ? 'm' : 'y'}`, locale) })
        : null
    case 'rating': {
      if (!rating) return null
      const number = (value: number) => amountText(value, locale, null)
      return filled(words.rating, { value: number(rating.value), of: number(rating.of), source: rating.source })
    }
    case 'benefits': {
      if (!benefits) return null
      const named = benefits.slice(0, mostBenefits).map((each) => terms[each] ?? each)
      return filled(words.benefits, { benefits: named.join(', ') })
    }
    default:
      return null
  }
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
