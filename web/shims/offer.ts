import type { Answers, ResolvedForm } from '#engine/form/model'
import type * as Offering from '#engine/form/offer'
import { fetchParts, parts } from './parts.ts'

// Where it was not loaded, all options are offered.

/** The form with the groups of options that were fetched for it before. */
export function withFetched(form: ResolvedForm): ResolvedForm {
  return parts.groups?.withFetched(form) ?? form
}

/** The form with the groups of options that these answers choose; the same where there are none to fetch. */
export async function withOptionsFor(form: ResolvedForm, answers: Answers): Promise<ResolvedForm> {
  await fetchParts([form])
  return parts.groups?.withOptionsFor(form, answers) ?? form
}

/** A browser keeps what it has. */
export const withChosenGroups: typeof Offering.withChosenGroups = (form) => form

export const drawnOrder: typeof Offering.drawnOrder = (...all) => parts.offer?.drawnOrder(...all) ?? {}

export const offeredField: typeof Offering.offeredField = (field, ...all) =>
  parts.offer ? parts.offer.offeredField(field, ...all) : field

export const offeredAnswer: typeof Offering.offeredAnswer = (field, asked, answer) =>
  parts.offer ? parts.offer.offeredAnswer(field, asked, answer) : answer
