import type { Answers, ResolvedForm } from '#engine/form/model'
import type * as Offering from '#engine/form/offer'
import type * as Groups from './option-groups.ts'

let offering: typeof Offering | null = null
let groups: typeof Groups | null = null

/** Fetches what chooses options, if one of these forms has some that depend on answers. Without it all are offered. */
export async function fetchOffering(forms: readonly ResolvedForm[]): Promise<void> {
  const fields = forms.flatMap(({ steps }) => steps.flatMap((step) => step.fields))
  if (fields.some(({ offered, listed, shuffled }) => offered || listed || shuffled))
    offering = await import('#engine/form/offer')
  if (fields.some(({ listed }) => listed)) groups = await import('./option-groups.ts')
}

/** The form with the groups of options that were fetched for it before. */
export function withFetched(form: ResolvedForm): ResolvedForm {
  return groups?.withFetched(form) ?? form
}

/** The form with the groups of options that these answers choose; the same where there are none to fetch. */
export async function withOptionsFor(form: ResolvedForm, answers: Answers): Promise<ResolvedForm> {
  await fetchOffering([form])
  return groups?.withOptionsFor(form, answers) ?? form
}

export const drawnOrder: typeof Offering.drawnOrder = (...all) => offering?.drawnOrder(...all) ?? {}

export const offeredField: typeof Offering.offeredField = (field, ...all) =>
  offering ? offering.offeredField(field, ...all) : field

export const offeredAnswer: typeof Offering.offeredAnswer = (field, asked, answer) =>
  offering ? offering.offeredAnswer(field, asked, answer) : answer
