import { mainForm, type PageView } from '#engine/site'

/** Whether a section is the promise that stands beside the page's main form: a hero right before it. */
export function standsBeside(view: PageView, id: string): boolean {
  const at = view.sections.findIndex((section) => section.id === id)
  const next = view.sections[at + 1]
  return view.sections[at]?.kind === 'hero' && next !== undefined && next.id === mainForm(view)?.id
}
