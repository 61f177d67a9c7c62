import type { UnsubscriptionSection } from '#schemas/generated/sections/unsubscription.ts'
import type { SectionKind } from '../section-kind.ts'

/** How unsubscribing ended, as the address of its page says it (`?state=`). */
const unsubscriptionStates = ['done', 'mailed', 'unknown', 'invalid'] as const
export type UnsubscriptionState = (typeof unsubscriptionStates)[number]

/** What is said, and what there is to press: a button alone, a field with one, or nothing. */
interface Shown {
  kind: UnsubscriptionSection['kind']
  title: string
  text: string
  link: { button: string } | null
  /** `error`: what is wrong with what was typed. */
  address: { label: string; button: string; error: string | null } | null
}

/** Where e-mails are unsubscribed from. It is the same for every token: only who posts it learns whether it is one. */
export const unsubscription = {
  reads: { token: /^[\w-]{1,100}$/, state: unsubscriptionStates },
  isPrivate: true,

  view({ kind, link, address, ...said }, { asked }) {
    const { title, text, label, button, invalid } = address
    const field = { label, button, error: null }
    const nothing = { kind, link: null, address: null }
    const state = asked.state as UnsubscriptionState | undefined
    if (state === 'done' || state === 'mailed') return { ...nothing, ...said[state] }
    if (state === 'unknown') return { ...nothing, ...said.unknown, address: field }
    if (state === 'invalid') return { ...nothing, title, text, address: { ...field, error: invalid } }
    if (asked.token !== undefined)
      return { ...nothing, title: link.title, text: link.text, link: { button: link.button } }
    return { ...nothing, title, text, address: field }
  },
} satisfies SectionKind<UnsubscriptionSection, Shown>
