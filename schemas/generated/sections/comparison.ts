// Generated from schemas/sections/comparison.schema.json by `npx leadwright types`. Do not edit.
import type { HeroAction } from './hero.ts'

/**
 * Offers next to each other, as visitors get them: what each costs, its excess and what it covers.
 */
export interface ComparisonSection {
  /**
   * comparison
   */
  kind: 'comparison'
  /**
   * A heading.
   */
  title: string
  /**
   * Who the offers are for, in a sentence or two.
   */
  text?: string
  labels: ComparisonLabels
  /**
   * The names of the covers, in order.
   */
  covers: {
    [k: string]: string
  }
  /**
   * The offers, in order.
   */
  offers: {
    [k: string]: ComparisonOffer
  }
  action?: HeroAction
  /**
   * true: the offers are made up. The page says so, and `check --release` lists it.
   */
  sample?: boolean
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
/**
 * What is written at the figures.
 */
export interface ComparisonLabels {
  /**
   * After a price: a year.
   */
  year: string
  /**
   * After a price: a month.
   */
  month: string
  /**
   * The name of the excess.
   */
  excess: string
  /**
   * What screen readers say of a cover that is included.
   */
  included: string
  /**
   * What screen readers say of a cover that is not included.
   */
  notIncluded: string
}
export interface ComparisonOffer {
  /**
   * The name of the product.
   */
  name: string
  /**
   * The name of the company.
   */
  provider: string
  /**
   * What there is to choose it for, in a word or two.
   */
  reason?: string
  /**
   * The price of a month, in the currency of the market. Amounts are not converted.
   */
  month: number
  /**
   * The excess, in the currency of the market.
   */
  excess: number
  /**
   * What it includes: keys of covers.
   */
  covers: string[]
}
