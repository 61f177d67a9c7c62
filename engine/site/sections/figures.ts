import { type Figure, figureText } from '#engine/form/model'
import { amountText, borrowingRateOf, repaymentOf, type Shown } from '#engine/form/values'
import type { ProblemIn } from '#engine/library'
import { type DefinitionProblem, didYouMean, languagesOf, siteKey } from '#engine/library'
import type { ComparisonOffer, ComparisonSection } from '#schemas/generated/sections/comparison.ts'
import type {
  CreditExampleSection,
  CreditLabels,
  CreditTermsPatch,
} from '#schemas/generated/sections/credit-example.ts'
import type { PeriodsSection } from '#schemas/generated/sections/periods.ts'
import type { SavingsCheckSection } from '#schemas/generated/sections/savings-check.ts'
import type { Market } from '#schemas/generated/site.ts'
import { actionTarget, checkAction } from '../action-target.ts'
import type { Asked } from '../asked.ts'
import { factsOfLimit, figureIn } from '../facts/limits.ts'
import { type PeriodName, periodNames, periodsByHour, type Span, spanOf, spansOf } from '../periods/day-hours.ts'
import { billReads } from '../savings/saving.ts'
import type { SectionKind, SectionPlace } from '../section-kind.ts'

/** What could be saved of a bill that visitors type. */
export const savingsCheck = {
  reads: billReads,
  check: checkSavingLimits,

  view(section, { asked: { bill, per }, market }) {
    // Facts that a market lacks have been left out, and the list with the last of them.
    if ((section as Partial<SavingsCheckSection>).maximum === undefined) return null
    const asked = { ...(bill !== undefined && { bill }), ...(per !== undefined && { per }) }
    return { ...section, asked, currency: market.currency }
  },
} satisfies SectionKind<SavingsCheckSection, SavingsCheckView>

/** A tariff of three periods, whose hours are facts of the market. */
export const periods = {
  check: checkPeriods,

  view(section, { site, market }) {
    const spans = spansOf(section, site.definition, market.country)
    return { ...section, spans, byHour: periodsByHour(spans).flat() }
  },
} satisfies SectionKind<PeriodsSection, PeriodsView>

/** An offer with its amounts in words. */
type ComparedOffer = Omit<ComparisonOffer, 'month' | 'excess'> & Record<'year' | 'month' | 'excess', string>

/** Offers next to each other, with what each costs over a year. */
export const comparison = {
  check(section, place) {
    const { page: _, library: __, ...at } = place
    const known = Object.keys(section.covers)
    const unknown = Object.entries(section.offers).flatMap(([id, { covers }]) =>
      covers.flatMap((cover, index): DefinitionProblem[] => {
        if (known.includes(cover)) return []
        const message = `There is no cover "${cover}" in "covers".${didYouMean(cover, known)}`
        return [{ ...at, path: [...at.path, 'offers', id, 'covers', String(index)], on: 'value', message }]
      }),
    )
    return [...checkAction(section, place), ...unknown]
  },

  view(section, setting) {
    const { locale, market } = setting
    const text = (amount: number, isWhole?: boolean) => amountText(amount, locale, market.currency, isWhole)
    const compared = Object.entries(section.offers).map(
      ([id, { month, excess, ...offer }]): [string, ComparedOffer] => [
        id,
        // In cents: 12 × 12.28 is no number of binary fractions.
        {
          ...offer,
          year: text((Math.round(month * 100) * 12) / 100, false),
          month: text(month, false),
          excess: text(excess),
        },
      ],
    )
    return { ...section, offers: Object.fromEntries(compared), href: actionTarget(section, setting) }
  },
} satisfies SectionKind<
  ComparisonSection,
  Omit<ComparisonSection, 'offers'> & { offers: Readonly<Record<string, ComparedOffer>>; href: string | null }
>

/** A line of an example: what it is called, and what it is. */
export interface CreditLine {
  id: keyof CreditLabels
  name: string
  said: string
}

type Terms = Pick<CreditExampleSection, 'amount' | 'rate' | 'months'>

/** What a credit costs in the market of the language, to the cent: one example, or the shorter and the longer one. */
export const creditExample = {
  check(section, { page, library, file, path }) {
    const countries = page.locales.flatMap((locale) => library.site.value.locales[locale]?.country ?? [])
    const ofMarkets = Object.entries(section.markets ?? {}).flatMap(([country, own]): ProblemIn[] => {
      const at = ['markets', country]
      if (countries.includes(country)) return checkLonger({ ...section, ...own }, own.longer ? [...at, 'longer'] : at)
      const message = `No language of this page has the market "${country}". Known: ${countries.join(', ')}.`
      return [{ path: at, on: 'key', message }]
    })
    const problems = [...checkLonger(section, ['longer']), ...ofMarkets]
    return problems.map((problem) => ({ ...problem, file, path: [...path, ...problem.path] }))
  },

  view(section, { site, locale, page }) {
    const own = site.pages.all.find(({ id }) => id === page)?.page.market
    const market = { ...site.definition.locales[locale], ...own } as Market
    const terms = { ...section, ...section.markets?.[market.country] }
    const lines = (months: number) => linesOf({ ...terms, months }, section.labels, { locale, market })
    const examples = [lines(terms.months), ...(terms.longer ? [lines(terms.longer)] : [])]
    return { ...section, examples }
  },
} satisfies SectionKind<CreditExampleSection, CreditExampleSection & { examples: readonly CreditLine[][] }>

function checkLonger({ months = 0, longer }: CreditTermsPatch, path: readonly string[]): ProblemIn[] {
  if (longer === undefined || longer > months) return []
  const message = `The longer term has ${longer} months, which is not more than the ${months} of "months".`
  return [{ path, on: path.at(-1) === 'longer' ? 'value' : 'key', message }]
}

function linesOf({ amount, rate, months }: Terms, labels: CreditLabels, shown: Shown): CreditLine[] {
  const cents = Math.round(amount * 100)
  const { payment, last, total } = repaymentOf({ cents, rate, months })
  const { currency } = shown.market
  const text = (figure: Figure) => figureText(figure, shown, () => '')
  const money = (of: number) => text({ unit: 'money', ends: [of / 100], currency })
  const percentage = (of: number) => text({ unit: 'percentage', ends: [of] })
  const line = (id: CreditLine['id'], said: string): CreditLine => ({ id, name: labels[id], said })
  const payments =
    payment === last
      ? [line('payment', `${months} × ${money(payment)}`)]
      : [line('payment', `${months - 1} × ${money(payment)}`), line('lastPayment', money(last))]
  return [
    line('term', text({ unit: 'duration', durationUnit: 'month', ends: [months] })),
    line('amount', money(cents)),
    line('borrowingRate', percentage(borrowingRateOf(rate))),
    line('rate', percentage(rate)),
    ...payments,
    line('interest', money(total - cents)),
    line('total', money(total)),
  ]
}

/** The hours of each period of a weekday, and the period of each hour. */
interface PeriodsView extends PeriodsSection {
  spans: Readonly<Record<PeriodName, readonly Span[]>>
  byHour: readonly PeriodName[]
}

/** The hours of all periods are facts of each market that reads them, and make up a day. */
function checkPeriods(section: PeriodsSection, place: SectionPlace): DefinitionProblem[] {
  const { page, library, file } = place
  const site = library.site.value
  const countries = languagesOf(section, page, library).map(
    (locale) => page.market?.country ?? site.locales[locale]?.country ?? '',
  )
  const at = (path: readonly string[], message: string): DefinitionProblem => ({
    ...{ file, path: [...place.path, ...path], on: 'value', message, with: [siteKey] },
  })
  const wrong = periodNames.flatMap((name) =>
    section[name].hours.flatMap(({ fact }, index) => {
      const message = wrongHours(fact)
      return message === null ? [] : [at([name, 'hours', String(index), 'fact'], message)]
    }),
  )
  if (wrong.length > 0) return wrong
  const unclear = countries.map(wrongDay).find((message) => message !== null)
  return unclear ? [at([], unclear)] : []

  function wrongHours(name: string): string | null {
    const { facts = {} } = site
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    if (!fact) return `There is no fact "${name}" in site.json.${didYouMean(name, Object.keys(facts))}`
    const lacking = countries.filter((country) => spanOf(fact, country) === null)
    return lacking.length > 0
      ? `The fact "${name}" is no range of full hours in ${lacking.join(', ')}, where this is read. Give it one there ("markets" in site.json), or give this section "locales" without it.`
      : null
  }

  function wrongDay(country: string): string | null {
    const hours = periodsByHour(spansOf(section, site, country))
    const hour = hours.findIndex(({ length }) => length !== 1)
    if (hour === -1) return null
    const which = hours[hour]?.length === 0 ? 'no period' : 'several periods'
    return `The hour from ${hour}:00 belongs to ${which} in ${country}, and each belongs to one. Name other facts as "hours", or correct them in site.json.`
  }
}

/** What a browser needs that reckons itself: the limits in the market, and what the address asks. */
interface SavingsCheckView extends SavingsCheckSection {
  asked: Asked
  /** ISO 4217 */
  currency: string
}

/** The facts that limit what can be saved are there, a percentage of the bill or money in its currency. */
function checkSavingLimits(section: SavingsCheckSection, place: SectionPlace): DefinitionProblem[] {
  const { page, library, file } = place
  const { locales, facts = {} } = library.site.value
  const markets = languagesOf(section, page, library).map(
    (locale) => ({ ...locales[locale], ...page.market }) as Market,
  )
  return factsOfLimit(section.maximum, 'maximum').flatMap(({ name, key, path }) => {
    const message = wrong(name, key === 'factor')
    const at = { file, path: [...place.path, 'maximum', ...path], on: 'value' as const, with: [siteKey] }
    return message === null ? [] : [{ ...at, message }]
  })

  function wrong(name: string, isShare: boolean): string | null {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    if (!fact) return `There is no fact "${name}" in site.json.${didYouMean(name, Object.keys(facts))}`
    const figures = markets.map(({ country, currency }) => ({ figure: figureIn(fact, country), currency }))
    if (fact.unit !== (isShare ? 'percentage' : 'money') || figures.some(({ figure }) => figure?.ends.length === 2))
      return `What can be saved is at most an amount of money, or "factor" a percentage of the bill. The fact "${name}" is neither here: name another.`
    const foreign = figures.find(({ figure, currency }) => !isShare && figure && figure.currency !== currency)
    return foreign
      ? `The fact "${name}" is in ${foreign.figure?.currency}, and the bill in ${foreign.currency}. Give it a figure in ${foreign.currency} ("markets" in site.json), or null where there is none.`
      : null
  }
}
