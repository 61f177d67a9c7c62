// Generated from schemas/sections/articles.schema.json by `npx leadwright types`. Do not edit.

/**
 * The articles of the blog in the language, newest first, page by page and by category. The first page with such a section is the blog: its articles stand below its address.
 */
export interface ArticlesSection {
  /**
   * articles
   */
  kind: 'articles'
  /**
   * A heading; the blog's own when left out.
   */
  title?: string
  /**
   * A sentence or two below the heading; the blog's own when left out.
   */
  text?: string
  /**
   * How many stand on a page; 10 when left out.
   */
  limit?: number
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
