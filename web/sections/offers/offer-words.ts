import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { amountText, dayText, percentText, spanText } from '#engine/form/values'
import type { OfferView, ResultsView } from '#engine/site'
import type { OfferProperty } from '#schemas/generated/form.ts'
import { costOfYear, coversOf, includes, mostCovers, termOf } from './offer-list.ts'

/** Offers in the visitor's language. */
export type OfferWords = ReturnType<typeof useOfferWords>

type OfferPrice = NonNullable<OfferView['price']>

/** A property of an offer in words: lines that are read one after the other. */
export interface Said {
  property: OfferProperty
  lines: { text: string; amount?: string; note?: string; href?: string }[]
}

/** What of an offer is said in words, and how. */
export function useOfferWords({ market }: Pick<ResultsView, 'market'>, locale: string) {
  const { t, i18n } = useTranslation('offers')
  const { iso } = market
  return useMemo(() => {
    const country = new Intl.Locale(iso).maximize().region ?? ''
    const day = (date: string) => dayText(date, { locale, market: { country, currency: '', timeZone: 'UTC' } })
    const amount = (value: number, currency: string) => amountText(value, locale, currency).replace('-', '−')
    // One below the other, prices have their cents throughout.
    const price = (value: number, currency: string) => amountText(value, locale, currency, false).replace('-', '−')
    const percent = (value: number) => percentText(Math.round(value * 100) / 10_000, locale)
    // Whatever is no key of ours is said as the partner wrote it.
    const term = (text: string) =>
      /^[a-z][A-Za-z0-9]*$/.test(text) && i18n.exists(`offers:terms.${text}`) ? t(`terms.${text}`) : text

    const says: { [P in OfferProperty]: (offer: OfferView) => Said['lines'] } = {
      price(offer) {
        const { price: cost, currency } = offer
        if (!cost) return []
        const per = (value: number, period: OfferPrice['period']) => `${price(value, currency)} ${t(`per.${period}`)}`
        const ofYear = costOfYear(offer)
        const own = per(cost.amount, cost.period)
        return [ofYear === null ? { text: own } : { text: per(ofYear, 'year'), note: own }]
      },
      parts: ({ parts = [], currency }) =>
        parts.map((part) => ({ text: term(part.name), amount: price(part.amount, currency) })),
      excess: ({ excess, currency }) => (excess === undefined ? [] : [{ text: amount(excess, currency) }]),
      rate: ({ rate, currency }) =>
        rate
          ? [
              { text: t('apr', { rate: percent(rate.apr) }) },
              ...(rate.nominal === undefined ? [] : [{ text: t('nominal', { rate: percent(rate.nominal) }) }]),
              ...(rate.total === undefined ? [] : [{ text: t('total', { amount: amount(rate.total, currency) }) }]),
            ]
          : [],
      term: ({ term }) => (term ? [{ text: spanText(termOf(term), locale) }] : []),
      benefits: ({ benefits = [] }) => benefits.map((each) => ({ text: term(each) })),
      exclusions: ({ exclusions = [] }) => exclusions.map((each) => ({ text: term(each) })),
      rating: ({ rating }) =>
        rating
          ? [
              {
                text: t('rated', { value: rating.value, of: rating.of }),
                note: rating.source,
                ...(rating.url !== undefined && { href: rating.url }),
              },
            ]
          : [],
      validUntil: ({ validUntil }) => (validUntil === undefined ? [] : [{ text: day(validUntil) }]),
      documents: ({ documents = [] }) => documents.map(({ title, url }) => ({ text: term(title), href: url })),
    }
    return { day, amount, price, term, says: (offer: OfferView, property: OfferProperty) => says[property](offer) }
  }, [iso, locale, t, i18n])
}

/** The properties that are a row of offers; those that are a list have a place of their own. */
const factsOfCards: readonly OfferProperty[] = ['excess', 'rate', 'term', 'rating', 'validUntil']

/** Those that are only said where each offer does: the others are known without them. */
const saidByAll: readonly OfferProperty[] = ['rating', 'validUntil']

/** What offers are compared by, one row after the other. */
export interface Rows {
  facts: readonly OfferProperty[]
  covers: readonly string[]
  /** All that any of them includes: more than there are rows, where it is very much. */
  known: readonly string[]
  /** What the rows of covers say. */
  signs: readonly ReturnType<typeof includes>[]
}

export function rowsOf(
  offers: readonly OfferView[],
  { card }: Pick<ResultsView['shows'], 'card'>,
  { says }: OfferWords,
): Rows {
  const facts = card.filter((each) => {
    if (!factsOfCards.includes(each)) return false
    const states = (offer: OfferView) => says(offer, each).length > 0
    return saidByAll.includes(each) ? offers.every(states) : offers.some(states)
  })
  const known = card.includes('benefits') ? coversOf(offers) : []
  // Where there are more than rows, those that tell offers apart come first.
  const isShared = (cover: string) => offers.every((offer) => includes(offer, cover) === 'included')
  const covers = (
    known.length > mostCovers ? known.toSorted((one, other) => +isShared(one) - +isShared(other)) : known
  ).slice(0, mostCovers)
  return {
    facts,
    covers,
    known,
    signs: (['included', 'notIncluded', 'notSaid'] as const).filter((is) =>
      offers.some((offer) => covers.some((cover) => includes(offer, cover) === is)),
    ),
  }
}
