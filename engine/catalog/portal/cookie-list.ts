import type { Catalog } from '../catalog.ts'
import { pagePath } from './paths.ts'

/** The address, with its place, of the first section that lists cookies, among the pages of a brand; null without one. */
export function cookieList({ pages, site }: Catalog, brand: string, locale: string): string | null {
  const found = pages
    .filter((at) => at.locale === locale && (at.page.brands?.includes(brand) ?? true))
    .flatMap(({ page }) =>
      Object.entries(page.sections)
        .filter(([, { kind, locales }]) => kind === 'cookies' && (locales?.includes(locale) ?? true))
        .map(([section]) => `${pagePath(site, page, locale)}#${section}`),
    )
  return found[0] ?? null
}
