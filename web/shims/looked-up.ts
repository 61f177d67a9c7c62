import { createElement } from 'react'
import type { ResolvedForm } from '#engine/form/model'
import type * as Drawing from '#engine/react/looked-up'

let drawing: typeof Drawing | null = null

/** Fetches what draws towns and streets that are looked up, if one of these forms asks for some. */
export async function fetchLookedUp(forms: readonly ResolvedForm[]): Promise<void> {
  const asks = ({ steps }: ResolvedForm) =>
    steps.some(({ fields }) => fields.some(({ lookUp }) => lookUp !== undefined))
  if (forms.some(asks)) drawing = await import('#engine/react/looked-up')
}

/** engine/react/LookedUp.tsx, where it was fetched. */
export function LookedUp(props: Drawing.LookedUpProps) {
  return drawing ? createElement(drawing.LookedUp, props) : props.input
}
