import { oncePerValue } from '#engine/core/values/once-per-value.ts'
import type { Catalog } from '../catalog.ts'
import { pagePath } from './addresses/paths.ts'

/** The address, with its place, of the first section that lists cookies, among the pages of a brand; null without one. */
export function cookieList(catalog: Catalog, brand: string, locale: string): string | null {
  return kept(catalog, `${brand} ${locale}`, () => found(catalog, brand, locale))
}

const kept = oncePerValue<string | null>()

function found({ pages, site }: Catalog, brand: string, locale: string): string | null {
  const places = pages
    .filter((at) => at.locale === locale && (at.page.brands?.includes(brand) ?? true))
    .flatMap(({ page }) =>
      Object.entries(page.sections)
        .filter(([, { kind, locales }]) => kind === 'cookies' && (locales?.includes(locale) ?? true))
        .map(([section]) => `${pagePath(site, page, locale)}#${section}`),
    )
  return places[0] ?? null
}
