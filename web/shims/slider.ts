import { createElement } from 'react'
import type { ResolvedForm } from '#engine/form/model'
import type * as Drawing from '#engine/react/slider'

let drawing: typeof Drawing | null = null

/** Fetches what draws sliders, if one of these forms has some. */
export async function fetchSlider(forms: readonly ResolvedForm[]): Promise<void> {
  const hasSlider = ({ ui }: ResolvedForm['steps'][number]['fields'][number]) =>
    (ui['ui:options'] as { step?: number } | undefined)?.step !== undefined
  if (forms.some(({ steps }) => steps.some(({ fields }) => fields.some(hasSlider))))
    drawing = await import('#engine/react/slider')
}

/** engine/react/Slider.tsx, where it was fetched. */
export function Slider(props: Drawing.SliderProps) {
  return drawing && createElement(drawing.Slider, props)
}
