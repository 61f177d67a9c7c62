import type { Catalog } from '../catalog.ts'

/** The address of a page, or of a section of it, in a language of a brand; null where the brand does not show it there. */
export function shownPath(
  catalog: Catalog,
  { brand, locale }: { brand: string; locale: string },
  { page, section }: { page: string; section?: string | undefined },
): string | null {
  const path = catalog.pathOf(page, locale)
  if (path === null || catalog.pageAt(brand, path) === null) return null
  return section === undefined ? path : `${path}#${section}`
}

/** The home page in a language; null where there is neither one nor what its address leads to. */
export function homePath({ homeOf, pageAt, movedTo }: Catalog, brand: string, locale: string): string | null {
  const path = homeOf(locale)
  return pageAt(brand, path) || movedTo(brand, path) ? path : null
}
