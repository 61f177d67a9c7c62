import { createElement } from 'react'
import type * as Choosing from '#engine/react/choices'
import type * as Estimating from '#engine/react/estimate'
import type * as LookingUp from '#engine/react/looked-up'
import type * as Sliding from '#engine/react/slider'
import { parts } from './parts.ts'

/** engine/react/Choices.tsx, where it was loaded. */
export function TableField(props: Choosing.TableFieldProps) {
  return parts.choices && createElement(parts.choices.TableField, props)
}

export function OptionPicture(props: Choosing.PictureProps) {
  return parts.choices && createElement(parts.choices.OptionPicture, props)
}

/** engine/react/Estimate.tsx, where it was loaded. */
export function Estimate(props: Estimating.EstimateProps) {
  return parts.estimate && createElement(parts.estimate.Estimate, props)
}

/** engine/react/LookedUp.tsx, where it was loaded. */
export function LookedUp(props: LookingUp.LookedUpProps) {
  return parts.lookUp ? createElement(parts.lookUp.LookedUp, props) : props.input
}

/** engine/react/Slider.tsx, where it was loaded. */
export function Slider(props: Sliding.SliderProps) {
  return parts.slider && createElement(parts.slider.Slider, props)
}
