import type { LayoutDefinition } from '#schemas/generated/layout.ts'
import type { ClosedView } from '../closed-form.ts'
import type { FormVersion } from '../form-version.ts'

/** Where the frame of a page shows forms, by the ids that they have in place of a section's: no section may have these. */
const frameFormIds = ['newsletter', 'popup'] as const

export type FrameFormId = (typeof frameFormIds)[number]

/** A form of the frame. It stays in its place, and never takes the page over. */
export type FrameForm = { id: FrameFormId; kind: 'form'; main: false; closed?: ClosedView } & FormVersion

/** Whether a form stands in the frame, and so on every page of its layout. */
export function isOfFrame(section: string): boolean {
  return (frameFormIds as readonly string[]).includes(section)
}

/** The ids of the forms that a layout names, by where they stand, with the keys that lead there. */
export function formsNamed(layout: Pick<LayoutDefinition, 'footer' | 'popup'> | undefined) {
  const { newsletter } = layout?.footer ?? {}
  const { popup } = layout ?? {}
  return [
    ...(newsletter === undefined
      ? []
      : [{ id: 'newsletter' as const, form: newsletter, path: ['footer', 'newsletter'] }]),
    ...(popup === undefined ? [] : [{ id: 'popup' as const, form: popup, path: ['popup'] }]),
  ]
}
