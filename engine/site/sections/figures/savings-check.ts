import type { SavingsCheckSection } from '#schemas/generated/sections/savings-check.ts'
import type { Asked } from '../../asked.ts'
import { checkSavingLimits } from '../../savings/check-saving-limits.ts'
import { billReads } from '../../savings/saving.ts'
import type { SectionKind } from '../../section-kind.ts'

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
