import { checkTarget } from '#engine/library'
import type { Slide, SliderSection } from '#schemas/generated/sections/slider.ts'
import { withQuery } from '../addresses/with-query.ts'
import type { SectionKind, SectionSetting } from '../section-kind.ts'

/** Where the button of a slide leads. */
export interface SlideTarget {
  href: string
  /** Whether a form waits there: only that is started by a filled button. */
  starts: boolean
}

/** A few slides, each with a page behind it or none. */
export const slider = {
  check: (section, { page, library, ...place }) =>
    Object.entries(section.slides).flatMap(([id, slide]) => {
      const path = [...place.path, 'slides', id]
      if (slide.page !== undefined && slide.label !== undefined)
        return checkTarget(slide.page, section, { page, library, ...place, path: [...path, 'page'] })
      const say = (key: string, message: string) => [{ ...place, path: [...path, key], on: 'key' as const, message }]
      if (slide.label !== undefined) return say('label', 'A button leads somewhere: add "page", or take "label" out.')
      if (slide.page !== undefined) return say('page', 'Nothing leads to this page: add "label", or take "page" out.')
      if (slide.query)
        return say('query', 'Parameters go along to a page: add "page" and "label", or take "query" out.')
      return []
    }),

  view(section, setting) {
    const targets = Object.entries(section.slides).flatMap(([id, slide]) => {
      const target = targetOf(slide, setting)
      return target ? [[id, target] as const] : []
    })
    return { ...section, targets: Object.fromEntries(targets) }
  },
} satisfies SectionKind<SliderSection, SliderSection & { targets: Readonly<Record<string, SlideTarget>> }>

function targetOf({ page, query }: Slide, { catalog, brand, locale }: SectionSetting): SlideTarget | null {
  const path = page === undefined ? null : catalog.pages.pathOf(page, locale)
  if (path === null) return null
  const sections = catalog.pages.at(brand, path)?.page.sections ?? {}
  return { href: withQuery(path, query), starts: Object.values(sections).some(({ kind }) => kind === 'form') }
}
