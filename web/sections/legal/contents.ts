import type { PageView, SectionView } from '#engine/catalog/portal/page-view.ts'

/** A line of a list of contents. */
export interface Content {
  anchor: string
  title: string
}

/**
 * What stands on a page from its first legal text on, clause by clause; nothing for another section, and where
 * everything is in sight anyway.
 */
export function contentsFrom(id: string, { sections }: Pick<PageView, 'sections'>): Content[] {
  const first = sections.findIndex(({ kind }) => kind === 'legal')
  if (sections[first]?.id !== id) return []
  const contents = sections.slice(first).flatMap(linesOf)
  return contents.length > 3 ? contents : []
}

function linesOf(section: SectionView): Content[] {
  if (section.kind === 'legal') return Object.entries(section.clauses).map(([anchor, { title }]) => ({ anchor, title }))
  return 'title' in section && section.title !== undefined ? [{ anchor: section.id, title: section.title }] : []
}
