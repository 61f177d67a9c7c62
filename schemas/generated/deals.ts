// Generated from schemas/deals.schema.json by `npx leadwright types`. Do not edit.
import type { Locales } from './form.ts'

/**
 * Lower-case letters, digits, - and _, beginning with a letter.
 */
export type Id = string
/**
 * Its category: one of the "categories" of "deals" in site.json.
 */
export type Category = string
/**
 * The name of the shop that sells it, the same in all its deals.
 */
export type Shop = string
/**
 * A moment with its offset from UTC, for example 2026-12-01T09:00:00+01:00, or 2026-12-01T08:00:00Z.
 */
export type Moment = string
/**
 * With taxes, in the currency of the market, for example 49.99.
 */
export type Amount = number

/**
 * Deals: definitions/deals.json, or the feed of the upstream named in site.json.
 */
export interface DealsDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * true: sample data, to be replaced before the site goes live.
   */
  sample?: boolean
  locales: Locales
  /**
   * The deals, each under its id. The soonest to end is shown first.
   */
  deals: {
    [k: string]: DealDefinition
  }
}
/**
 * A product that a shop sells at a reduced price for a limited time.
 */
export interface DealDefinition {
  locales?: Locales
  /**
   * Only in the feed of an upstream: the texts of the deal in other languages. For deals.json, put them in locales/<language>/deals.json.
   */
  translations?: {
    [k: string]: DealWords
  }
  shop: Shop
  category: Category
  /**
   * The product, as plain text on one line.
   */
  title: string
  /**
   * The conditions of the price, in a sentence; omit it if there are none.
   */
  condition?: string
  /**
   * Lower-case letters, digits, - and _, beginning with a letter.
   */
  picture?: string
  /**
   * The time from which it is shown, with the offset from UTC: 2026-12-01T09:00:00+01:00.
   */
  start: string
  /**
   * The end of the deal, with the offset from UTC. It is hidden from that moment.
   */
  end: string
  /**
   * The countries where it is sold: it is shown in the languages of site.json whose market is one of these.
   */
  markets: {
    [k: string]: DealMarket
  }
}
/**
 * The texts of a deal in another language.
 */
export interface DealWords {
  /**
   * The product, as plain text on one line.
   */
  title: string
  /**
   * The conditions of the price, in a sentence; omit it if there are none.
   */
  condition?: string
}
/**
 * The price in a country, and the address of the shop.
 */
export interface DealMarket {
  price: Amount
  oldPrice?: OldPrice
  /**
   * ISO 4217; by default the currency of the market in site.json.
   */
  currency?: string
  /**
   * The target of the button. Tracking parameters and the click id are added to it.
   */
  url: string
}
/**
 * The previous price and its basis. Omit it if you cannot prove it.
 */
export interface OldPrice {
  amount: Amount
  /**
   * lowest-30-days: the lowest price of the 30 days before the reduction, as required by directive 98/6/EC, article 6a. recommended: the manufacturer's recommended price.
   */
  basis: 'lowest-30-days' | 'recommended'
}
