import { isTree, withTargets } from '#engine/form/model'
import type { Brand } from '../brand-table.ts'
import type { Site } from '../site.ts'

/** The address of a page, or of a section of it, in a language of a brand; null where the brand does not show it there. */
export function shownPath(
  site: Site,
  { brand, locale }: { brand: string; locale: string },
  { page, section }: { page: string; section?: string | undefined },
): string | null {
  const path = site.pages.pathOf(page, locale)
  if (path === null || site.pages.at(brand, path) === null) return null
  return section === undefined ? path : `${path}#${section}`
}

/** The home page in a language; null where there is neither one nor what its address leads to. */
export function homePath(
  { pages: { home: homeOf, at: pageAt, movedTo } }: Site,
  brand: string,
  locale: string,
): string | null {
  const path = homeOf(locale)
  return pageAt(brand, path) || movedTo(brand, path) ? path : null
}

/** What a page shows, without links to pages that its brand leaves out: their words stay, buttons to them go. */
export function withShownLinks<T>(value: T, { pages }: Site, brand: Brand): T {
  if (!brand.pages) return value
  const isGone = (to: string) => to.startsWith('/') && pages.at(brand.id, to.replace(/[?#].*/, '')) === null
  const withoutButtons = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(withoutButtons)
    if (!isTree(inner)) return inner
    const kept = Object.entries(inner).filter(([, each]) => !(isTree(each) && isButton(each) && isGone(each.to)))
    return Object.fromEntries(kept.map(([key, each]) => [key, withoutButtons(each)]))
  }
  return withTargets(withoutButtons(value) as T, (target) => (isGone(target) ? null : target))
}

function isButton(value: object): value is { label: string; to: string } {
  return 'label' in value && 'to' in value && typeof value.to === 'string'
}
