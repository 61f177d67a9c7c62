import type { LegalSection } from '#schemas/generated/sections/legal.ts'
import { anchorsOf } from '../../anchors.ts'
import { isOfFrame } from '../../frame/frame-forms.ts'
import type { SectionKind } from '../../section-kind.ts'

/** Clauses, each of which a link can lead to. */
export const legal = {
  check({ clauses }, { page, library: _, ...at }) {
    const anchors = anchorsOf(page)
    return Object.keys(clauses).flatMap((id) => {
      const isTwice = anchors.filter((anchor) => anchor === id).length > 1
      if (!isTwice && !isOfFrame(id)) return []
      const other = isTwice ? 'another section or clause of this page' : 'a form that stands around pages'
      const message = `"${id}" is the id of ${other}, so links could lead to either. Give this clause another.`
      return [{ ...at, path: [...at.path, 'clauses', id], on: 'key', message }]
    })
  },

  view: (section) => section,
} satisfies SectionKind<LegalSection, LegalSection>
