// Generated from schemas/sections/partners.schema.json by `npx leadwright types`. Do not edit.

/**
 * The partners that take leads of this page's forms, or of another page's and its variants', in the language: as their definitions name them (partners/, public).
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
   * The id of the page whose forms are meant, with its variants; this page when left out.
   */
  of?: string
  /**
   * What stands there when nobody takes such leads: “Nobody gets your answers at present.”
   */
  empty: string
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
