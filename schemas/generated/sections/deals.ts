// Generated from schemas/sections/deals.schema.json by `npx leadwright types`. Do not edit.
import type { Category } from '../deals.ts'
import type { MenuQuery } from '../menu.ts'

/**
 * The current deals in the market of the language, in pages.
 */
export interface DealsSection {
  /**
   * deals
   */
  kind: 'deals'
  /**
   * A heading.
   */
  title: string
  /**
   * A sentence or two above the deals, for example how they are paid for.
   */
  text?: string
  /**
   * Only deals of this category; all by default.
   */
  category?: string
  /**
   * The number of deals per page; 8 by default.
   */
  limit?: number
  /**
   * false: only the first page of deals is shown, such as three deals of the month.
   */
  pages?: boolean
  /**
   * true: visitors can search among them.
   */
  search?: boolean
  /**
   * true: visitors can choose a shop, where there is more than one.
   */
  shops?: boolean
  /**
   * true: the deal with the largest saving comes first on the first page, enlarged.
   */
  exclusive?: boolean
  query?: MenuQuery
  /**
   * true: the visitor's click id is added to the shop's address, under the parameter name set in site.json.
   */
  clickId?: boolean
  /**
   * The text shown if there are no deals, below “Promotion list is being updated”.
   */
  empty?: string
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
