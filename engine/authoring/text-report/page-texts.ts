import { plainWords } from '#engine/form/model'
import type { Schemas } from '#engine/library'
import { articleTexts, type Catalog, listsArticles, type PageAt, pagePath, wordsOf } from '#engine/site'

/** What stands between header and footer of a page in a language, but for its forms. */
export interface PageTexts {
  id: string
  locale: string
  path: string
  /** As visitors read them: figures are said, links are their words. */
  texts: readonly string[]
}

/** The pages of a brand that search engines may list, in each of their languages; a list of articles says what these say. */
export function indexedTexts(catalog: Catalog, schemas: Schemas, brand: string): PageTexts[] {
  return catalog
    .placesOf(brand)
    .filter(({ id, page }) => !page.noindex && !id.startsWith('form:') && !listsArticles(page))
    .map((at) => pageTexts(catalog, schemas, at))
}

export function pageTexts(catalog: Catalog, schemas: Schemas, { id, locale, page }: PageAt): PageTexts {
  const texts = wordsOf(schemas, 'page.schema.json', page).flatMap(({ path: [key, section = ''], text }) =>
    key === 'sections' && page.sections[section]?.kind !== 'form' ? plainWords(text) : [],
  )
  const articles = Object.values(page.sections).flatMap((section) => {
    const article = section.kind === 'article' ? catalog.article(section.article, locale) : null
    return article ? articleTexts(article.text) : []
  })
  return { id, locale, path: pagePath(catalog.site, page, locale), texts: [...texts, ...articles] }
}
