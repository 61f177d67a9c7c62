import type { ResolvedForm } from '#engine/core/definition/form.ts'
import type { Judges } from '#engine/core/filling/judging/answer-problem.ts'
import { dayIn } from '#engine/core/values/calendar.ts'
import { judgesOf } from '#engine/node/validators.ts'

/** The judges of a form at a moment, in ms since the epoch: today is what the visitor's market calls today. */
export function judgesAt(form: ResolvedForm, moment: number): Judges {
  return judgesOf(form, dayIn(moment, form.market.timeZone))
}
