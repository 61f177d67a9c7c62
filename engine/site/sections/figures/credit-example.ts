import { type Figure, figureText } from '#engine/form/model'
import { borrowingRateOf, repaymentOf, type Shown } from '#engine/form/values'
import type { ProblemIn } from '#engine/library'
import type {
  CreditExampleSection,
  CreditLabels,
  CreditTermsPatch,
} from '#schemas/generated/sections/credit-example.ts'
import type { Market } from '#schemas/generated/site.ts'
import type { SectionKind } from '../../section-kind.ts'

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

  view(section, { catalog, locale, page }) {
    const own = catalog.pages.all.find(({ id }) => id === page)?.page.market
    const market = { ...catalog.definition.locales[locale], ...own } as Market
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
    line('term', text({ unit: 'duration', measure: 'month', ends: [months] })),
    line('amount', money(cents)),
    line('borrowingRate', percentage(borrowingRateOf(rate))),
    line('rate', percentage(rate)),
    ...payments,
    line('interest', money(total - cents)),
    line('total', money(total)),
  ]
}
