// Generated from schemas/api/deals.schema.json by `npx leadwright types`. Do not edit.
import type { Category } from '../deals.ts'

/**
 * A page of current deals in one language and its market, soonest to end first unless another order was requested.
 */
export interface DealPage {
  deals: Deal[]
  /**
   * How many pages there are with this limit; 0 without deals.
   */
  totalPages: number
  /**
   * How many deals there are on all pages.
   */
  total: number
}
/**
 * A deal as shown in one language.
 */
export interface Deal {
  id: string
  /**
   * The name of the shop.
   */
  shop: string
  /**
   * Its category: one of the "categories" of "deals" in site.json.
   */
  category: string
  /**
   * The product on sale.
   */
  title: string
  /**
   * The conditions of the price; omitted if there are none.
   */
  condition?: string
  /**
   * The path of its drawing, an SVG of 480 by 320, which you can also use as <use href="…#drawing">. Omitted if there is none.
   */
  image?: string
  price: number
  oldPrice?: DealOldPrice
  /**
   * ISO 4217.
   */
  currency: string
  /**
   * The address of the shop's page.
   */
  url: string
  /**
   * The start of the deal, in UTC.
   */
  start: string
  /**
   * The end of the deal, in UTC.
   */
  end: string
}
/**
 * The previous price. Omitted if no verified price is known.
 */
export interface DealOldPrice {
  amount: number
  /**
   * The lowest price of the previous 30 days, or the manufacturer's recommended price.
   */
  basis: 'lowest-30-days' | 'recommended'
  /**
   * The saving in whole per cent, rounded down.
   */
  saving: number
}
