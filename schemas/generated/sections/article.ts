// Generated from schemas/sections/article.schema.json by `npx leadwright types`. Do not edit.

/**
 * An article of the blog. Each has a page of its own anyway; this shows one on another page.
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
   * Only in these languages; in all of the page's when left out.
   *
   * @minItems 1
   */
  locales?: string[]
  /**
   * The id of the section that this one follows.
   */
  after?: string
}
