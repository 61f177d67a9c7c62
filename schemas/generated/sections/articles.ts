// Generated from schemas/sections/articles.schema.json by `npx leadwright types`. Do not edit.

/**
 * The blog articles in the language, newest first, in pages and by category. The first page with such a section is the blog: the articles' addresses are below its address.
 */
export interface ArticlesSection {
  /**
   * articles
   */
  kind: 'articles'
  /**
   * A heading; the blog's own by default.
   */
  title?: string
  /**
   * A sentence or two below the heading; the blog's own by default.
   */
  text?: string
  /**
   * The number of articles per page; 10 by default.
   */
  limit?: number
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
