import { mainForm, type PageView, type SectionView } from '#engine/site'

/** The promise next to the page's main form: a hero right before it. */
export function promiseBeside(view: PageView): Extract<SectionView, { kind: 'hero' }> | undefined {
  const main = mainForm(view)?.id
  const before = view.sections[view.sections.findIndex(({ id }) => id === main) - 1]
  return main !== undefined && before?.kind === 'hero' ? before : undefined
}
