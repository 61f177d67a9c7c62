import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import { actionTarget, checkAction } from '../action-target.ts'
import type { SectionKind } from '../section-kind.ts'

/** What the page is about, with a button that leads to another page or further down. */
export const hero = {
  check: checkAction,
  view: (section, setting) => ({ ...section, href: actionTarget(section, setting) }),
} satisfies SectionKind<HeroSection, HeroSection & { href: string | null }>
