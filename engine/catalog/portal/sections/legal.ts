import type { LegalSection } from '#schemas/generated/sections/legal.ts'
import { anchorsOf } from '../anchors.ts'
import type { SectionKind } from '../section-kind.ts'

/** Clauses, each of which a link can lead to. */
export const legal = {
  check({ clauses }, { page, library: _, ...at }) {
    const anchors = anchorsOf(page)
    const twice = Object.keys(clauses).filter((id) => anchors.filter((anchor) => anchor === id).length > 1)
    return twice.map((id) => {
      const message = `"${id}" is the id of another section or clause of this page, so links could lead to either. Give this clause another.`
      return { ...at, path: [...at.path, 'clauses', id], on: 'key', message }
    })
  },

  view: (section) => section,
} satisfies SectionKind<LegalSection, LegalSection>
