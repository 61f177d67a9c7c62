import { mainForm } from '#engine/site'
import type { FormState, PageData } from '#web/page'

/** The sections whose forms are drawn anew, wherever they stand, and whether they take the focus. */
export type Renewed = ReadonlyMap<string, boolean>

/**
 * A page that follows the one on the screen. A form whose place is the same stays as it is, with what was typed and what
 * is wrong; one that is elsewhere takes the focus. On another page all begin as they are.
 * @param isSameAddress whether nobody went anywhere: the form that acted last still is
 */
export function continued(before: PageData, after: PageData, renewed: Renewed, isSameAddress: boolean): PageData {
  if (before.view.path !== after.view.path) return after
  const gone = movedForms(before, after, renewed)
  const comeBack = takenBy(before) !== null && takenBy(after) === null
  const forms = Object.entries(after.forms).map(([section, state]): [string, FormState] => {
    const shown = before.forms[section]
    if (!shown) return [section, state]
    if (gone.includes(section)) return [section, { ...state, arrives: renewed.get(section) ?? true }]
    // What was not on the screen meanwhile has lost its controls, and what was typed into them is in its draft.
    if (comeBack) {
      const { problems } = shown.turn
      return [section, { ...state, turn: { ...state.turn, problems }, arrives: false }]
    }
    return [section, shown.arrives && !isSameAddress ? { ...shown, arrives: false } : shown]
  })
  return { ...after, forms: Object.fromEntries(forms), acted: (isSameAddress ? before.acted : null) ?? after.acted }
}

/** The sections of a page whose forms stand elsewhere after it; on another page all. */
export function movedForms(before: PageData, after: PageData, renewed: Renewed): string[] {
  const isElsewhere = (section: string) => renewed.has(section) || stepAt(before, section) !== stepAt(after, section)
  return Object.keys(before.forms).filter((section) => before.view.path !== after.view.path || isElsewhere(section))
}

/** The section of the main form, where it was begun and has the page for itself; null otherwise. */
export function takenBy({ view, forms }: PageData): string | null {
  const main = mainForm(view)?.id
  return main !== undefined && forms[main]?.isBegun ? main : null
}

function stepAt({ places }: PageData, at: string): string | null {
  return places.find(({ section }) => section === at)?.step ?? null
}
