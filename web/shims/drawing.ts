import { createElement } from 'react'
import type { ResolvedField, ResolvedForm } from '#engine/form/model'
import type * as Estimating from '#engine/react/estimate'
import type * as LookingUp from '#engine/react/looked-up'
import type * as Sliding from '#engine/react/slider'

let estimating: typeof Estimating | null = null
let lookingUp: typeof LookingUp | null = null
let sliding: typeof Sliding | null = null

/** Fetches what draws estimates, sliders, and towns and streets that are looked up, each if one of these forms has some. */
export async function fetchDrawing(forms: readonly ResolvedForm[]): Promise<void> {
  const asks = (isSuch: (field: ResolvedField) => boolean) =>
    forms.some(({ steps }) => steps.some(({ fields }) => fields.some(isSuch)))
  const hasSlider = ({ ui }: ResolvedField) => (ui['ui:options'] as { step?: number } | undefined)?.step !== undefined
  const [ofEstimates, ofLookUps, ofSliders] = await Promise.all([
    forms.some(({ estimate }) => estimate) ? import('#engine/react/estimate') : null,
    asks(({ lookUp }) => lookUp !== undefined) ? import('#engine/react/looked-up') : null,
    asks(hasSlider) ? import('#engine/react/slider') : null,
  ])
  estimating ??= ofEstimates
  lookingUp ??= ofLookUps
  sliding ??= ofSliders
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
