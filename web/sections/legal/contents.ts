import type { PageView, SectionView } from '#engine/site/page-view.ts'

/** A line of a list of contents. */
export interface Content {
  anchor: string
  title: string
}

/**
 * What stands on a page from its first legal text on: the clauses of that, then each section; nothing for another
 * section, and where everything is in sight anyway.
 */
export function contentsFrom(id: string, { sections }: Pick<PageView, 'sections'>): Content[] {
  const [first, ...others] = sections.slice(
    Math.max(
      0,
      sections.findIndex(({ kind }) => kind === 'legal'),
    ),
  )
  if (first?.kind !== 'legal' || first.id !== id) return []
  const clauses = Object.entries(first.clauses).map(([anchor, { title }]) => ({ anchor, title }))
  const contents = [...clauses, ...others.flatMap(lineOf)]
  return contents.length > 2 ? contents : []
}

function lineOf(section: SectionView): Content[] {
  return 'title' in section && section.title !== undefined ? [{ anchor: section.id, title: section.title }] : []
}
