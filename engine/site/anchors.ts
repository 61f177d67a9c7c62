import type { PageDefinition } from '#schemas/generated/page.ts'

/** What of a page links can lead to: its sections, and the clauses of its legal texts. */
export function anchorsOf({ sections }: Pick<PageDefinition, 'sections'>): string[] {
  return Object.entries(sections).flatMap(([id, section]) =>
    section.kind === 'legal' ? [id, ...Object.keys(section.clauses)] : [id],
  )
}
