import type { ConfirmationSection } from '#schemas/generated/sections/confirmation.ts'
import type { SectionKind } from '../section-kind.ts'

/** What can have come of pressing the button. */
const states = ['confirmed', 'expired', 'unknown'] as const

/** What became of a subscription by a link that was mailed. */
export type ConfirmationState = (typeof states)[number]

/** The button, or what came of pressing it; which, the address says. */
export interface ConfirmationView {
  kind: 'confirmation'
  title: string
  text: string
  /** null once it was pressed. */
  button: string | null
}

/** The same for every token, so that the page is kept, and looking at it does nothing. */
export const confirmation = {
  reads: { state: states },
  isPrivate: true,
  view({ kind, title, text, button, ...told }, { asked }) {
    const state = states.find((each) => each === asked.state)
    return state ? { kind, ...told[state], button: null } : { kind, title, text, button }
  },
} satisfies SectionKind<ConfirmationSection, ConfirmationView>
