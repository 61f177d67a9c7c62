import { onDay } from '#engine/form/journey'
import type { Judges, ResolvedForm } from '#engine/form/model'
import { dayIn } from '#engine/form/values'
import { judgesOf } from '#engine/node'
import type { FormVersion } from '#engine/site'

/** The judges of a form at a moment, in ms since the epoch: today is what the visitor's market calls today. */
export function judgesAt(form: ResolvedForm, moment: number): Judges {
  return judgesOf(form, dayIn(moment, form.market.timeZone))
}

/** A form as it is filled in at a moment, in ms since the epoch: what it computes may count to today. */
export function versionOn({ form, hash }: FormVersion, moment: number): FormVersion {
  return { form: onDay(form, dayIn(moment, form.market.timeZone)), hash }
}
