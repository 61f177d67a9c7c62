// Generated from schemas/sections/sponsors.schema.json by `npx leadwright types`. Do not edit.

/**
 * The sponsors that e-mail addresses are passed on to: those of sponsors/ that are listed in the language.
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
