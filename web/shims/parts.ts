import { createElement } from 'react'
import type * as Computing from '#engine/form/compute'
import type * as Files from '#engine/form/files'
import type * as Limiting from '#engine/form/limits'
import { type Answers, type ResolvedForm, stepNeeds } from '#engine/form/model'
import type * as Offering from '#engine/form/offer'
import type * as Repeating from '#engine/form/repeat'
import type * as Choosing from '#engine/react/choices'
import type * as Estimating from '#engine/react/estimate'
import type * as Further from '#engine/react/further'
import type * as LookingUp from '#engine/react/looked-up'
import type * as Sliding from '#engine/react/slider'

type PartFiles = typeof import('./part-files.ts').partFiles

/** What was loaded. */
export const parts: { [Need in keyof PartFiles]?: Awaited<ReturnType<PartFiles[Need]>> } = {}

/** Loads the code that only some forms need, and some of their steps, where one of these does. */
export async function fetchParts(forms: readonly Pick<ResolvedForm, 'needs' | 'steps'>[]): Promise<void> {
  const needed = forms.flatMap(({ needs = [], steps }) => [...needs, ...stepNeeds(steps)])
  if (needed.length === 0) return
  const { partFiles } = await import('./part-files.ts')
  await Promise.all(needed.map(async (need) => Object.assign(parts, { [need]: await partFiles[need]?.() })))
}

/** Fetches the tables that these forms compute values from. */
export async function fetchTables(forms: readonly ResolvedForm[]): Promise<void> {
  await parts.tables?.learnTablesOf(forms)
}

// engine/form/journey/compute.ts: where it was not loaded, no condition on a computed value holds.

export const settle: typeof Computing.settle = (...all) => parts.computed?.settle(...all)
export const unknownAt: typeof Computing.unknownAt = (...all) => parts.computed?.unknownAt(...all) ?? []
export const onDay: typeof Computing.onDay = (form, today) => parts.computed?.onDay(form, today) ?? form

// engine/form/model/files.ts: a form without files has nothing to judge or to say of them.

/** Resolved forms have them in their schemas, and only checks list mistakes. */
export const referencePattern = ''
export const fileMistakes: readonly Files.FileMistake[] = []

export const fileProblems: typeof Files.fileProblems = (...all) => parts.files?.fileProblems(...all) ?? []
export const fileWords: typeof Files.fileWords = (...all) => parts.files?.fileWords(...all) ?? {}
export const uploadedFile: typeof Files.uploadedFile = (answer) => parts.files?.uploadedFile(answer) ?? null

// engine/form/model/limits/limits.ts: where it was not loaded, answers set no limits.

export const knownLimits: typeof Limiting.knownLimits = (...all) => parts.limits?.knownLimits(...all) ?? []
export const limitedField: typeof Limiting.limitedField = (field, ...all) =>
  parts.limits?.limitedField(field, ...all) ?? field
export const limitProblems: typeof Limiting.limitProblems = (...all) => parts.limits?.limitProblems(...all) ?? []
export const tightest: typeof Limiting.tightest = (problems) => parts.limits?.tightest(problems) ?? problems.slice(0, 1)

// engine/form/model/repeat.ts: where it was not loaded, no step repeats.

export const fieldsAsked: typeof Repeating.fieldsAsked = (step, answers) =>
  parts.repeat?.fieldsAsked(step, answers) ?? step.fields
export const withItem: typeof Repeating.withItem = (step, answers) =>
  parts.repeat?.withItem(step, answers) ?? { answers, first: null }
export const withoutItem: typeof Repeating.withoutItem = (step, answers, removed) =>
  parts.repeat?.withoutItem(step, answers, removed) ?? answers

// engine/form/journey/offer.ts: where it was not loaded, all options are offered.

/** The form with the groups of options that were fetched for it before. */
export function withFetched(form: ResolvedForm): ResolvedForm {
  return parts.groups?.withFetched(form) ?? form
}

/** The form with the groups of options that these answers choose; the same where there are none to fetch. */
export async function withOptionsFor(form: ResolvedForm, answers: Answers): Promise<ResolvedForm> {
  await fetchParts([{ ...form, steps: [] }])
  return parts.groups?.withOptionsFor(form, answers) ?? form
}

/** A browser keeps what it has. */
export const withChosenGroups: typeof Offering.withChosenGroups = (form) => form

export const drawnOrder: typeof Offering.drawnOrder = (...all) => parts.offer?.drawnOrder(...all) ?? {}

export const offeredField: typeof Offering.offeredField = (field, ...all) =>
  parts.offer ? parts.offer.offeredField(field, ...all) : field

export const offeredAnswer: typeof Offering.offeredAnswer = (field, asked, answer) =>
  parts.offer ? parts.offer.offeredAnswer(field, asked, answer) : answer

/** engine/react/Choices.tsx, where it was loaded. */
export function TableField(props: Choosing.TableFieldProps) {
  return parts.choices && createElement(parts.choices.TableField, props)
}

/** engine/react/Estimate.tsx, where it was loaded. */
export function Estimate(props: Estimating.EstimateProps) {
  return parts.estimate && createElement(parts.estimate.Estimate, props)
}

// engine/react/FurtherParts.tsx, where it was loaded.

export const furtherWidgets: typeof Further.furtherWidgets = () => parts.further?.furtherWidgets() ?? {}

export function MoreOptions(props: Further.MoreOptionsProps) {
  return parts.further && createElement(parts.further.MoreOptions, props)
}

export function RepeatedItems(props: Further.RepeatedItemsProps) {
  return parts.further && createElement(parts.further.RepeatedItems, props)
}

export function AnswersSoFar(props: Further.AnswersSoFarProps) {
  return parts.further && createElement(parts.further.AnswersSoFar, props)
}

/** engine/react/LookedUp.tsx, where it was loaded. */
export function LookedUp(props: LookingUp.LookedUpProps) {
  return parts.lookUp ? createElement(parts.lookUp.LookedUp, props) : props.input
}

/** engine/react/Slider.tsx, where it was loaded. */
export function Slider(props: Sliding.SliderProps) {
  return parts.slider && createElement(parts.slider.Slider, props)
}
