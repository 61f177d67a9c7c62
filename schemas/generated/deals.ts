// Generated from schemas/deals.schema.json by `npx leadwright types`. Do not edit.
import type { Locales } from './form.ts'

/**
 * Small letters, digits, - and _, the first a letter.
 */
export type Id = string
/**
 * Where it is shown: one of the "categories" of "deals" in site.json.
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
 * Deals: definitions/deals.json, or the feed of the upstream that site.json names in its place.
 */
export interface DealsDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * true: made up, to be replaced before the site goes live.
   */
  sample?: boolean
  locales: Locales
  /**
   * The deals, each under its id. What ends first is shown first.
   */
  deals: {
    [k: string]: DealDefinition
  }
}
/**
 * Something that a shop sells for less, for a time.
 */
export interface DealDefinition {
  locales?: Locales
  /**
   * Only in the feed of an upstream: what is said of the deal in other languages. For deals.json it stands in locales/<language>/deals.json.
   */
  translations?: {
    [k: string]: DealWords
  }
  shop: Shop
  category: Category
  /**
   * What is sold, as plain text on one line.
   */
  title: string
  /**
   * What the price depends on, in a sentence; left out where it depends on nothing.
   */
  condition?: string
  /**
   * Small letters, digits, - and _, the first a letter.
   */
  picture?: string
  /**
   * From when it is shown, with the offset from UTC: 2026-12-01T09:00:00+01:00.
   */
  start: string
  /**
   * When it is over, with the offset from UTC. It is not shown any more from that moment.
   */
  end: string
  /**
   * Where it is sold, by country: it is shown in the languages of site.json whose market is one of these.
   */
  markets: {
    [k: string]: DealMarket
  }
}
/**
 * What is said of a deal in another language.
 */
export interface DealWords {
  /**
   * What is sold, as plain text on one line.
   */
  title: string
  /**
   * What the price depends on, in a sentence; left out where it depends on nothing.
   */
  condition?: string
}
/**
 * What it costs in a country, and where it is bought.
 */
export interface DealMarket {
  price: Amount
  oldPrice?: OldPrice
  /**
   * ISO 4217; that of the market in site.json when left out.
   */
  currency?: string
  /**
   * Where the button leads: tracking parameters and the click id are added to it.
   */
  url: string
}
/**
 * What it cost before, and by which measure. Left out where that cannot be shown to be true.
 */
export interface OldPrice {
  amount: Amount
  /**
   * lowest-30-days: the lowest price of the 30 days before the reduction, as directive 98/6/EC, article 6a, wants it. recommended: the price that the maker recommends.
   */
  basis: 'lowest-30-days' | 'recommended'
}
