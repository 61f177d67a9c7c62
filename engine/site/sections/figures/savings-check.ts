import { type DefinitionProblem, didYouMean, languagesOf, siteKey } from '#engine/library'
import type { SavingsCheckSection } from '#schemas/generated/sections/savings-check.ts'
import type { Market } from '#schemas/generated/site.ts'
import type { Asked } from '../../asked.ts'
import { figureIn } from '../../facts/figure-in.ts'
import { factsOfLimit } from '../../facts/limits.ts'
import { billReads } from '../../savings/saving.ts'
import type { SectionKind, SectionPlace } from '../../section-kind.ts'

/** What a browser needs that reckons itself: the limits in the market, and what the address asks. */
export interface SavingsCheckView extends SavingsCheckSection {
  asked: Asked
  /** ISO 4217 */
  currency: string
}

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

/** The facts that limit what can be saved are there, a percentage of the bill or money in its currency. */
function checkSavingLimits(section: SavingsCheckSection, place: SectionPlace): DefinitionProblem[] {
  const { page, library, file } = place
  const { locales, facts = {} } = library.site.value
  const markets = languagesOf(section, page, library).map(
    (locale) => ({ ...locales[locale], ...page.market }) as Market,
  )
  return factsOfLimit(section.maximum, 'maximum').flatMap(({ name, key, path }) => {
    const message = wrong(name, key === 'times')
    const at = { file, path: [...place.path, 'maximum', ...path], on: 'value' as const, with: [siteKey] }
    return message === null ? [] : [{ ...at, message }]
  })

  function wrong(name: string, isShare: boolean): string | null {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    if (!fact) return `There is no fact "${name}" in site.json.${didYouMean(name, Object.keys(facts))}`
    const figures = markets.map(({ country, currency }) => ({ figure: figureIn(fact, country), currency }))
    if (fact.unit !== (isShare ? 'percentage' : 'money') || figures.some(({ figure }) => figure?.ends.length === 2))
      return `What can be saved is at most an amount of money, or "times" a percentage of the bill. The fact "${name}" is neither here: name another.`
    const foreign = figures.find(({ figure, currency }) => !isShare && figure && figure.currency !== currency)
    return foreign
      ? `The fact "${name}" is in ${foreign.figure?.currency}, and the bill in ${foreign.currency}. Give it a figure in ${foreign.currency} ("markets" in site.json), or null where there is none.`
      : null
  }
}
