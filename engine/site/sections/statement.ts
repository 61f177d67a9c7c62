import type { StatementSection } from '#schemas/generated/sections/statement.ts'
import { actionTarget, checkAction } from '../action-target.ts'
import type { SectionKind } from '../section-kind.ts'

/** One thing said large, with a button that leads to another page or further down. */
export const statement = {
  check: checkAction,
  view: (section, setting) => ({ ...section, href: actionTarget(section, setting) }),
} satisfies SectionKind<StatementSection, StatementSection & { href: string | null }>
