import { checkTarget, type DefinitionProblem, didYouMean } from '#engine/library'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { HeroAction, HeroSection } from '#schemas/generated/sections/hero.ts'
import { shownPath } from './addresses/shown-paths.ts'
import { drawingOf } from './heads/share-image.ts'
import type { SectionPlace, SectionSetting } from './section-kind.ts'

/** A section that may have a button. */
interface Acting {
  action?: HeroAction
  locales?: string[]
}

/** What is wrong with where the button of a section leads. */
export function checkAction(acting: Acting, { page, library, ...at }: SectionPlace): DefinitionProblem[] {
  const { page: id, section: target } = acting.action ?? {}
  const path = [...at.path, 'action']
  if (id !== undefined && target !== undefined) {
    const message = 'A button leads to one place: remove "page" or "section".'
    return [{ ...at, path: [...path, 'page'], on: 'value', message }]
  }
  if (id !== undefined) return checkTarget(id, acting, { page, library, ...at, path: [...path, 'page'] })
  const anchors = anchorsOf(page)
  if (target === undefined || anchors.includes(target)) return []
  const message = `This page has no section "${target}".${didYouMean(target, anchors)}`
  return [{ ...at, path: [...path, 'section'], on: 'value', message }]
}

/** Where the button of a section leads; null where that is nowhere. */
export function actionTarget({ action }: Acting, { site, brand, locale }: SectionSetting): string | null {
  const { page, section } = action ?? {}
  if (page !== undefined) return shownPath(site, { brand, locale }, { page })
  return section === undefined ? null : `#${section}`
}

/** The page that thanks lead on to, as its hero introduces it. */
export interface OnwardView {
  drawing?: HeroSection['drawing']
  text?: string
}

/** @param to the address of the page; of one elsewhere nothing is known */
export function onwardTo({ site, brand }: Pick<SectionSetting, 'site' | 'brand'>, to: string | null): OnwardView {
  const [path = ''] = to?.split(/[?#]/) ?? []
  const { sections = {} } = site.pages.at(brand, path)?.page ?? {}
  const drawing = drawingOf(sections)
  const text = Object.values(sections).flatMap((section) => (section.kind === 'hero' ? (section.text ?? []) : []))[0]
  return { ...(drawing && { drawing }), ...(text !== undefined && { text }) }
}

/** What of a page links can lead to: its sections, and the clauses of its legal texts. */
export function anchorsOf({ sections }: Pick<PageDefinition, 'sections'>): string[] {
  return Object.entries(sections).flatMap(([id, section]) =>
    section.kind === 'legal' ? [id, ...Object.keys(section.clauses)] : [id],
  )
}
