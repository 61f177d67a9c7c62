// Generated from schemas/sections/article.schema.json by `npx leadwright types`. Do not edit.

/**
 * A blog article. Every article has its own page; this section shows it on another page too.
 */
export interface ArticleSection {
  /**
   * article
   */
  kind: 'article'
  /**
   * The id of the article, the name of its folder in blog/.
   */
  article: string
  /**
   * Only in these languages; in all languages of the page by default.
   *
   * @minItems 1
   */
  locales?: string[]
  /**
   * The id of the section that this one follows.
   */
  after?: string
}
