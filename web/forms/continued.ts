import type { FormState, PageData } from '../app/page-data.ts'

interface How {
  /** The sections whose forms are drawn anew, wherever they stand. */
  renewed: ReadonlySet<string>
  /** Whether nobody went anywhere: the form that acted last still is. */
  isSameAddress: boolean
}

/**
 * A page that follows the one on the screen. A form whose place is the same stays as it is, with what was typed and what
 * is wrong; one that is elsewhere takes the focus. On another page all begin as they are.
 */
export function continued(before: PageData, after: PageData, { renewed, isSameAddress }: How): PageData {
  if (before.view.path !== after.view.path) return after
  const forms = Object.entries(after.forms).map(([section, state]): [string, FormState] => {
    const shown = before.forms[section]
    if (!shown) return [section, state]
    if (renewed.has(section) || stepAt(before, section) !== stepAt(after, section))
      return [section, { ...state, arrives: true }]
    return [section, shown.arrives && !isSameAddress ? { ...shown, arrives: false } : shown]
  })
  return { ...after, forms: Object.fromEntries(forms), acted: isSameAddress ? before.acted : after.acted }
}

function stepAt({ places }: PageData, at: string): string | null {
  return places.find(({ section }) => section === at)?.step ?? null
}
