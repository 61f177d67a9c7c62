// Generated from schemas/offer.schema.json by `npx leadwright types`. Do not edit.

/**
 * An address of a host that the delivery names in "hosts".
 */
export type Url = string
/**
 * A key of the product's terms (locales/<language>/offers.json, terms), which is shown in the visitor's language, or a text, which is shown as it is.
 */
export type Text = string

/**
 * One offer of a partner to one visitor, as a results page shows it. Amounts are in units of the offer's currency, with two decimals at most.
 */
export interface Offer {
  /**
   * The partner's id of the offer. The same id again replaces the offer. By default it is made of the offer's content.
   */
  id?: string
  /**
   * The company that provides the product; by default the partner.
   */
  provider?: string
  /**
   * The product's name.
   */
  product: string
  /**
   * The currency (ISO 4217); by default that of the lead's market. An offer in another currency is not shown.
   */
  currency?: string
  price?: OfferPrice
  /**
   * What the price is made of, for the same period; a discount is negative.
   *
   * @minItems 1
   * @maxItems 12
   */
  parts?: OfferPart[]
  /**
   * The excess of each claim.
   */
  excess?: number
  rate?: OfferRate
  term?: OfferTerm
  /**
   * What it includes.
   *
   * @minItems 1
   * @maxItems 20
   */
  benefits?: Text[]
  /**
   * What it excludes.
   *
   * @minItems 1
   * @maxItems 20
   */
  exclusions?: Text[]
  rating?: OfferRating
  link?: Url
  /**
   * The number to take the offer by phone, as +442071838750.
   */
  phone?: string
  /**
   * The last day on which it can be taken.
   */
  validUntil?: string
  /**
   * The date of the tariff that it was computed from.
   */
  asOf?: string
  /**
   * Documents, such as the conditions.
   *
   * @minItems 1
   * @maxItems 8
   */
  documents?: OfferDocument[]
}
/**
 * What it costs: a month, a year, or once.
 */
export interface OfferPrice {
  /**
   * The amount, with two decimals at most.
   */
  amount: number
  /**
   * The period that the amount is paid for: by the month, by the year, or once.
   */
  period: 'month' | 'year' | 'once'
}
export interface OfferPart {
  name: Text
  /**
   * Its amount.
   */
  amount: number
}
/**
 * The interest of a credit, in percent a year.
 */
export interface OfferRate {
  /**
   * The annual percentage rate of charge.
   */
  apr: number
  /**
   * The nominal rate.
   */
  nominal?: number
  /**
   * The total amount to repay.
   */
  total?: number
}
/**
 * For how long it binds.
 */
export interface OfferTerm {
  /**
   * How many.
   */
  value: number
  /**
   * Of what.
   */
  unit: 'month' | 'year'
}
/**
 * A rating by a third party, with its source.
 */
export interface OfferRating {
  /**
   * The rating.
   */
  value: number
  /**
   * The best one possible.
   */
  of: number
  /**
   * Who rates.
   */
  source: string
  url?: Url
}
export interface OfferDocument {
  title: Text
  url: Url
}
