import { type ClosedState, closedWords, type Onward } from '#engine/form/model'
import type { FormVersion } from './form-version.ts'
import type { Site } from './site.ts'

/**
 * Why forms take no leads now, by the hash of their version; those that take some are not in it. It is the same object until
 * one opens, closes or is full: what was made of it is good as long as it is the same.
 */
export type ClosedForms = ReadonlyMap<string, ClosedState>

/** While every form takes leads. */
export const allOpen: ClosedForms = new Map()

/** What a page shows in place of a form that takes no leads. */
export interface ClosedView {
  state: ClosedState
  title: string
  text: string
  link?: Onward
  /** The waiting list, a section of its own below. */
  waitingList?: { id: string; kind: 'form'; main: false; recipients?: string } & FormVersion
}

/** What is shown in place of a form while it takes no leads; null while it takes some. */
export function closedView(
  { form, hash }: FormVersion,
  { id, ...at }: { id: string; site: Site; page: string; locale: string; closedForms: ClosedForms },
  recipientsOf: (form: string) => string | undefined,
): ClosedView | null {
  const { site, page, locale, closedForms } = at
  const state = closedForms.get(hash)
  if (state === undefined) return null
  const { waitingList, ...words } = closedWords(form, state, site.texts.closedForms(locale))
  const waiting = waitingList === undefined ? null : site.forms.version(waitingList, locale, page)
  if (waitingList === undefined || !waiting) return { state, ...words }
  const recipients = recipientsOf(waitingList)
  const own = { id: `${id}-${waitingSuffix}`, kind: 'form', main: false, ...waiting } as const
  // It never takes the page over, so that addresses go on to name the steps of the form that is closed.
  return { state, ...words, waitingList: { ...own, ...(recipients !== undefined && { recipients }) } }
}

/** Ends the id of the section of a waiting list. */
const waitingSuffix = 'waiting-list'
