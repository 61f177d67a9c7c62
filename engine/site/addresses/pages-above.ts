import type { Catalog } from '../catalog.ts'
import type { PageAt } from './path-table.ts'
import { localePath, pagePath } from './paths.ts'

/** The home page in the page's language; null where there is none. */
export function homeAbove(catalog: Catalog, { locale }: PageAt, brand: string): PageAt | null {
  return pageIn(catalog, brand, localePath(catalog.site, '/', locale), locale)
}

/** The pages at addresses that the page's begins with, in the same language, but for the home page. */
export function pagesAbove(catalog: Catalog, { locale, page }: PageAt, brand: string): PageAt[] {
  const path = pagePath(catalog.site, page, locale)
  const home = localePath(catalog.site, '/', locale)
  return [...path.matchAll(/\//g)].flatMap(({ index }) => {
    const above = path.slice(0, index)
    return above === home ? [] : (pageIn(catalog, brand, above, locale) ?? [])
  })
}

function pageIn(catalog: Catalog, brand: string, path: string, locale: string): PageAt | null {
  const found = catalog.pageAt(brand, path)
  return found?.locale === locale ? found : null
}
