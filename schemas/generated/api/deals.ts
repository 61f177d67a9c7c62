// Generated from schemas/api/deals.schema.json by `npx leadwright types`. Do not edit.
import type { Category } from '../deals.ts'

/**
 * A page of the deals that hold now, in one language and its market; what ends first stands first.
 */
export interface DealPage {
  deals: Deal[]
  /**
   * How many pages there are with this limit; 0 without deals.
   */
  totalPages: number
}
/**
 * A deal as it is shown in a language.
 */
export interface Deal {
  id: string
  /**
   * The name of the shop.
   */
  shop: string
  /**
   * Where it is shown: one of the "categories" of "deals" in site.json.
   */
  category: string
  /**
   * What is sold.
   */
  title: string
  /**
   * What the price depends on; left out where it depends on nothing.
   */
  condition?: string
  /**
   * The path of its drawing, an SVG of 480 by 320, which may also be used as <use href="…#drawing">. Left out where there is none.
   */
  image?: string
  price: number
  oldPrice?: DealOldPrice
  /**
   * ISO 4217.
   */
  currency: string
  /**
   * Where it is bought.
   */
  url: string
  /**
   * Since when it holds, in UTC.
   */
  start: string
  /**
   * When it is over, in UTC.
   */
  end: string
}
/**
 * What it cost before. Left out where no such price is known to be true.
 */
export interface DealOldPrice {
  amount: number
  /**
   * The lowest price of the 30 days before, or the price that the maker recommends.
   */
  basis: 'lowest-30-days' | 'recommended'
  /**
   * What is saved, in whole per cent, rounded down.
   */
  saving: number
}
