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
