import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import { checkTarget } from '../../checks/check-target.ts'
import { didYouMean } from '../../sources/did-you-mean.ts'
import { anchorsOf } from '../anchors.ts'
import type { SectionKind } from '../section-kind.ts'

/** What the page is about, with a button that leads to another page or further down. */
export const hero = {
  check(section, { page, library, ...at }) {
    const { page: id, section: target } = section.action ?? {}
    const path = [...at.path, 'action']
    if (id !== undefined && target !== undefined) {
      const message = 'A button leads to one place: remove "page" or "section".'
      return [{ ...at, path: [...path, 'page'], on: 'value', message }]
    }
    if (id !== undefined) return checkTarget(id, section, { page, library, ...at, path: [...path, 'page'] })
    const anchors = anchorsOf(page)
    if (target === undefined || anchors.includes(target)) return []
    const message = `This page has no section "${target}".${didYouMean(target, anchors)}`
    return [{ ...at, path: [...path, 'section'], on: 'value', message }]
  },

  view(section, { catalog, locale }) {
    const { page, section: target } = section.action ?? {}
    const href = page === undefined ? (target === undefined ? null : `#${target}`) : catalog.pathOf(page, locale)
    return { ...section, href }
  },
} satisfies SectionKind<HeroSection, HeroSection & { href: string | null }>
