import { createElement } from 'react'
import type { ResolvedField, ResolvedForm } from '#engine/form/model'
import type * as Choosing from '#engine/react/choices'
import type * as Estimating from '#engine/react/estimate'
import type * as LookingUp from '#engine/react/looked-up'
import type * as Sliding from '#engine/react/slider'

let choosing: typeof Choosing | null = null
let estimating: typeof Estimating | null = null
let lookingUp: typeof LookingUp | null = null
let sliding: typeof Sliding | null = null

/** Fetches what draws estimates, pictures, sliders, tables of choices, and what is looked up, each if one of these forms has some. */
export async function fetchDrawing(forms: readonly ResolvedForm[]): Promise<void> {
  const asks = (isSuch: (field: ResolvedField) => boolean) =>
    forms.some(({ steps }) => steps.some(({ fields }) => fields.some(isSuch)))
  const hasChoices = ({ words, ui }: ResolvedField) =>
    words.table !== undefined || (ui['ui:options'] as { pictures?: object } | undefined)?.pictures !== undefined
  const hasSlider = ({ ui }: ResolvedField) => (ui['ui:options'] as { step?: number } | undefined)?.step !== undefined
  const [ofChoices, ofEstimates, ofLookUps, ofSliders] = await Promise.all([
    asks(hasChoices) ? import('#engine/react/choices') : null,
    forms.some(({ estimate }) => estimate) ? import('#engine/react/estimate') : null,
    asks(({ lookUp }) => lookUp !== undefined) ? import('#engine/react/looked-up') : null,
    asks(hasSlider) ? import('#engine/react/slider') : null,
  ])
  choosing ??= ofChoices
  estimating ??= ofEstimates
  lookingUp ??= ofLookUps
  sliding ??= ofSliders
}

/** engine/react/Choices.tsx, where it was fetched. */
export function ChoiceTable(props: Choosing.ChoiceTableProps) {
  return choosing && createElement(choosing.ChoiceTable, props)
}

export function OptionPicture(props: Choosing.PictureProps) {
  return choosing && createElement(choosing.OptionPicture, props)
}

/** engine/react/Estimate.tsx, where it was fetched. */
export function Estimate(props: Estimating.EstimateProps) {
  return estimating && createElement(estimating.Estimate, props)
}

/** engine/react/LookedUp.tsx, where it was fetched. */
export function LookedUp(props: LookingUp.LookedUpProps) {
  return lookingUp ? createElement(lookingUp.LookedUp, props) : props.input
}

/** engine/react/Slider.tsx, where it was fetched. */
export function Slider(props: Sliding.SliderProps) {
  return sliding && createElement(sliding.Slider, props)
}
