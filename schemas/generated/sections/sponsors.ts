// Generated from schemas/sections/sponsors.schema.json by `npx leadwright types`. Do not edit.

/**
 * The sponsors that receive e-mail addresses: those in sponsors/ that are listed in the language.
 */
export interface SponsorsSection {
  /**
   * sponsors
   */
  kind: 'sponsors'
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
