import { isCurrency, type ProblemIn, unknownCurrency } from '#engine/library'
import type { DealDefinition, DealMarket } from '#schemas/generated/deals.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'

/** What is wrong with a deal of the right shape, wherever it comes from. */
export function dealProblems(
  { start, end, markets }: Pick<DealDefinition, 'start' | 'end' | 'markets'>,
  { locales }: Pick<SiteDefinition, 'locales'>,
): ProblemIn[] {
  const countries = Object.values(locales).map(({ country }) => country)
  const isShown = countries.some((country) => Object.hasOwn(markets, country))
  return [
    ...momentProblems(start, end),
    ...(isShown ? [] : [{ path: ['markets'], on: 'key' as const, message: nowhere(Object.keys(markets), countries) }]),
    ...Object.entries(markets).flatMap(([country, market]) =>
      marketProblems(market).map(({ path, ...problem }) => ({ path: ['markets', country, ...path], ...problem })),
    ),
  ]
}

function nowhere(markets: readonly string[], countries: readonly string[]): string {
  const either = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(markets)
  const known = new Intl.ListFormat('en-GB').format(new Set(countries))
  return `No language of the site has ${either} as its market, so nobody is shown this. Markets are ${known}.`
}

function momentProblems(start: string, end: string): ProblemIn[] {
  const say = (key: string, message: string) => [{ path: [key], on: 'value' as const, message }]
  const [from, to] = [Date.parse(start), Date.parse(end)]
  if (Number.isNaN(from)) return say('start', noMoment(start))
  if (Number.isNaN(to)) return say('end', noMoment(end))
  return from < to ? [] : say('end', 'The deal ends before it begins. "end" must be later than "start".')
}

function noMoment(text: string): string {
  return `There is no moment ${text}. Write one such as 2026-12-01T09:00:00+01:00.`
}

function marketProblems({ price, oldPrice, currency }: DealMarket): ProblemIn[] {
  const say = (path: readonly string[], message: string) => [{ path, on: 'value' as const, message }]
  return [
    ...(oldPrice && oldPrice.amount <= price
      ? say(['oldPrice', 'amount'], 'The old price must be above the price. Correct it, or take "oldPrice" out.')
      : []),
    ...(currency === undefined || isCurrency(currency) ? [] : say(['currency'], unknownCurrency(currency))),
  ]
}
