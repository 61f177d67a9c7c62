// Generated from schemas/sections/cookies.schema.json by `npx leadwright types`. Do not edit.

/**
 * The items stored in visitors’ browsers: the files of cookies/, by category. The cookie settings link to the first such section.
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
