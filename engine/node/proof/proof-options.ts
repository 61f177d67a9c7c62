import type { ResolvedForm } from '#engine/form/model'
import type { ProofOptions } from '#engine/form/proof'
import { dayIn } from '#engine/form/values'
import { judgesOf } from '../validators.ts'

/** What it takes to walk a form at a moment, in ms since the epoch: its judges, and today where its visitors are. */
export function proofOptions(form: ResolvedForm, moment: number): ProofOptions {
  const today = dayIn(moment, form.market.timeZone)
  return { judges: judgesOf(form, today), today }
}
