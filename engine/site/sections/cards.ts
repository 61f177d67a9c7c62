import { checkTarget } from '#engine/library'
import type { CardsSection } from '#schemas/generated/sections/cards.ts'
import type { SectionKind } from '../section-kind.ts'

/** Things side by side, each with a page behind it or none. */
export const cards = {
  check: (section, place) =>
    Object.entries(section.cards).flatMap(([card, { page }]) =>
      page === undefined ? [] : checkTarget(page, section, { ...place, path: [...place.path, 'cards', card, 'page'] }),
    ),

  view(section, { catalog, locale }) {
    const hrefs = Object.entries(section.cards).flatMap(([card, { page }]) => {
      const href = page === undefined ? null : catalog.pages.pathOf(page, locale)
      return href === null ? [] : [[card, href]]
    })
    return { ...section, hrefs: Object.fromEntries(hrefs) }
  },
} satisfies SectionKind<CardsSection, CardsSection & { hrefs: Readonly<Record<string, string>> }>
