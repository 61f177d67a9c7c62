// Generated from schemas/sections/cookies.schema.json by `npx leadwright types`. Do not edit.

/**
 * What is kept in visitors’ browsers: the files of cookies/, by category. The cookie settings lead to the first such section.
 */
export interface CookiesSection {
  /**
   * cookies
   */
  kind: 'cookies'
  /**
   * A heading.
   */
  title?: string
  /**
   * A sentence or two above the list.
   */
  text?: string
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
