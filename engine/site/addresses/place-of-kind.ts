import type { Site } from '../site.ts'
import { writtenSections } from './path-table.ts'
import { pagePath } from './paths.ts'

/** The path of a brand's first page with a section of a kind, in a language; null where it has none. */
export function placeOfKind(site: Site, kind: string, brand: string, locale: string): string | null {
  const found = site.pages
    .ofBrand(brand)
    .find((at) => at.locale === locale && writtenSections(at).some(([, section]) => section.kind === kind))
  return found ? pagePath(site.definition, found.written, locale) : null
}
