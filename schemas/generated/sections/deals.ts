// Generated from schemas/sections/deals.schema.json by `npx leadwright types`. Do not edit.
import type { Category } from '../deals.ts'
import type { MenuQuery } from '../menu.ts'

/**
 * The deals that hold now in the market of the language, page by page.
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
   * A sentence or two above the deals, such as who pays for them.
   */
  text?: string
  /**
   * Only deals of this category; all when left out.
   */
  category?: string
  /**
   * How many deals a page has; 8 when left out.
   */
  limit?: number
  /**
   * false: the deals of the first page are all there are here, such as the three of a month.
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
   * true: what saves most stands first on the first page, and large.
   */
  exclusive?: boolean
  query?: MenuQuery
  /**
   * true: the click id that the visitor came with goes along to the shop, under the name that site.json gives it.
   */
  clickId?: boolean
  /**
   * What is said where there are no deals, below “Promotion list is being updated”.
   */
  empty?: string
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
