import { createElement } from 'react'
import type { ResolvedForm } from '#engine/form/model'
import type * as Drawing from '#engine/react/choices'

let drawing: typeof Drawing | null = null

/** Fetches what draws tables of choices and pictures, if one of these forms has some. */
export async function fetchChoices(forms: readonly ResolvedForm[]): Promise<void> {
  const hasSome = ({ words, ui }: ResolvedForm['steps'][number]['fields'][number]) =>
    words.table || (ui['ui:options'] as { pictures?: object } | undefined)?.pictures
  if (forms.some(({ steps }) => steps.some(({ fields }) => fields.some(hasSome))))
    drawing = await import('#engine/react/choices')
}

/** engine/react/Choices.tsx, where it was fetched. */
export function ChoiceTable(props: Drawing.ChoiceTableProps) {
  return drawing && createElement(drawing.ChoiceTable, props)
}

export function OptionPicture(props: Drawing.PictureProps) {
  return drawing && createElement(drawing.OptionPicture, props)
}
