// Generated from schemas/sections/partners.schema.json by `npx leadwright types`. Do not edit.

/**
 * The partners that accept leads of the forms on this page, or on another page and its variants, in the language, with the details from their definitions (partners/, public).
 */
export interface PartnersSection {
  /**
   * partners
   */
  kind: 'partners'
  /**
   * A heading.
   */
  title: string
  /**
   * A sentence or two above the list.
   */
  text?: string
  /**
   * The id of the page whose forms are meant, with its variants; this page by default.
   */
  of?: string
  /**
   * The text shown if no partner accepts such leads: “Nobody gets your answers at present.”
   */
  empty: string
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
