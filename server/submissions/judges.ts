import { onDay } from '#engine/form/journey/compute.ts'
import type { Judges } from '#engine/form/model/answer-problem.ts'
import type { ResolvedForm } from '#engine/form/model/form.ts'
import { dayIn } from '#engine/form/values/calendar.ts'
import { judgesOf } from '#engine/node/validators.ts'
import type { FormVersion } from '#engine/site/form-version.ts'

/** The judges of a form at a moment, in ms since the epoch: today is what the visitor's market calls today. */
export function judgesAt(form: ResolvedForm, moment: number): Judges {
  return judgesOf(form, dayIn(moment, form.market.timeZone))
}

/** A form as it is filled in at a moment, in ms since the epoch: what it computes may count to today. */
export function versionOn({ form, hash }: FormVersion, moment: number): FormVersion {
  return { form: onDay(form, dayIn(moment, form.market.timeZone)), hash }
}
