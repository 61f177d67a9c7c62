import { memoizeByObject } from '#engine/form/values'
import { writtenSections } from './addresses/path-table.ts'
import { pagePath } from './addresses/paths.ts'
import type { Site } from './site.ts'

/** The address, with its place, of the first section that lists cookies, among the pages of a brand; null without one. */
export function cookieList(site: Site, brand: string, locale: string): string | null {
  return kept(site, `${brand} ${locale}`, () => found(site, brand, locale))
}

const kept = memoizeByObject<string | null>()

function found({ pages: { all: pages }, definition: site }: Site, brand: string, locale: string): string | null {
  const places = pages
    .filter((at) => at.locale === locale && (at.written.brands?.includes(brand) ?? true))
    .flatMap((at) =>
      writtenSections(at)
        .filter(([, { kind }]) => kind === 'cookies')
        .map(([section]) => `${pagePath(site, at.written, locale)}#${section}`),
    )
  return places[0] ?? null
}
