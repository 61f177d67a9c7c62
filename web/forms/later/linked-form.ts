import { linkToken, openedForm } from '#engine/site'
import type { Answered, PageData } from '#web/page'
import { freshState } from '../form-states.ts'

/** The form of a page that somebody came to by a mailed link: with a button, because mail scanners open links. Null without one. */
export function linkedForm({ view }: PageData, search: URLSearchParams): Answered | null {
  const token = search.get(linkToken)
  const opened = openedForm(view, token !== null)
  if (token === null || !opened) return null
  const { id: section, form, hash } = opened
  const isToken = /^[\w-]{43}$/.test(token)
  const later = isToken ? ({ kind: 'link', token, asks: null, problem: null } as const) : ({ kind: 'gone' } as const)
  // Nobody has seen a step of it, so there is none to count: that is told by a key.
  return { section, state: { ...freshState({ form, hash }), key: '', isBegun: true, arrives: true, later } }
}
