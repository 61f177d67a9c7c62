import { plainWords } from '#engine/core/definition/links.ts'
import type { Catalog } from '../../catalog.ts'
import type { PageAt } from '../../portal/addresses/path-table.ts'
import { pagePath } from '../../portal/addresses/paths.ts'
import type { Schemas } from '../../sources/shape.ts'
import { wordsOf } from '../words.ts'

/** What stands between header and footer of a page in a language, but for its forms. */
export interface PageTexts {
  id: string
  locale: string
  path: string
  /** As visitors read them: figures are said, links are their words. */
  texts: readonly string[]
}

/** The pages of a brand that search engines may list, in each of their languages. */
export function indexedTexts(catalog: Catalog, schemas: Schemas, brand: string): PageTexts[] {
  return catalog
    .placesOf(brand)
    .filter(({ id, page }) => !page.noindex && !id.startsWith('form:'))
    .map((at) => pageTexts(catalog, schemas, at))
}

export function pageTexts({ site }: Catalog, schemas: Schemas, { id, locale, page }: PageAt): PageTexts {
  const texts = wordsOf(schemas, 'page.schema.json', page).flatMap(({ path: [key, section = ''], text }) =>
    key === 'sections' && page.sections[section]?.kind !== 'form' ? plainWords(text) : [],
  )
  return { id, locale, path: pagePath(site, page, locale), texts }
}
