// Generated from schemas/sections/offers.schema.json by `npx leadwright types`. Do not edit.

/**
 * The offers that partners answered a visitor's form with, at an address of the visitor's own below the address of this page. Under the page's own address it is omitted; under the visitor's, only this section and those after it are shown.
 */
export interface OffersSection {
  /**
   * offers
   */
  kind: 'offers'
  /**
   * The heading above the offers.
   */
  title: string
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
