// Generated from schemas/deliveries/tariff.schema.json by `npx leadwright types`. Do not edit.
import type { OfferDocument } from '../offer.ts'
import type { OfferRating } from '../offer.ts'
import type { Term } from '../form.ts'

/**
 * A fixed amount, or a sum of numbers, values of the row and answers. It is rounded to two decimals, halves away from zero.
 */
export type TariffAmount = number | TariffSum

/**
 * Offers from the partner's tariff table, without a call to the partner.
 */
export interface TariffDelivery {
  /**
   * tariff
   */
  kind: 'tariff'
  /**
   * The id of the table: home-2026 for definitions/tariffs/home-2026.csv, a CSV file in UTF-8 with a line of column names and at most 20,000 rows. The first row whose conditions all match the answers counts; without one there is no offer.
   */
  table: string
  /**
   * The date of the tariff, which the offers show.
   */
  date: string
  /**
   * Every column of the table by its name: a condition on an answer, or a value.
   */
  columns: {
    [k: string]: TariffColumn
  }
  /**
   * The hosts that links and documents of the offers may lead to, such as shop.acme.example.
   *
   * @minItems 1
   */
  hosts?: string[]
  /**
   * The products, each as one offer of the row that matches.
   *
   * @minItems 1
   * @maxItems 20
   */
  offers: TariffOffer[]
}
/**
 * A condition (field, compare), or a value.
 */
export interface TariffColumn {
  /**
   * The id of the field or computed value that the column is a condition on. An empty cell and * match any answer, and none.
   */
  field?: string
  /**
   * How cells are compared with the answer. option: the id of an option; yes or no. band: a number or a range of numbers with both ends, such as 18-25, or 66+. start: the beginning of a text such as a postcode, SW or 10*, without regard to case and spaces.
   */
  compare?: 'option' | 'band' | 'start'
  /**
   * The name under which amounts read the number in the cell. An offer that reads an empty cell is not made.
   */
  value?: string
}
/**
 * An offer as schemas/offer.schema.json describes it. Each of its amounts may be a sum.
 */
export interface TariffOffer {
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
  price?: TariffPrice
  /**
   * What the price is made of, for the same period; a discount is negative.
   *
   * @minItems 1
   * @maxItems 12
   */
  parts?: TariffPart[]
  excess?: TariffAmount
  rate?: TariffRate
  term?: TariffTerm
  /**
   * What it includes.
   *
   * @minItems 1
   * @maxItems 20
   *
   * Items: A key of the product's terms (locales/<language>/offers.json, terms), which is shown in the visitor's language, or a text, which is shown as it is.
   */
  benefits?: string[]
  /**
   * What it excludes.
   *
   * @minItems 1
   * @maxItems 20
   *
   * Items: A key of the product's terms (locales/<language>/offers.json, terms), which is shown in the visitor's language, or a text, which is shown as it is.
   */
  exclusions?: string[]
  rating?: OfferRating
  /**
   * An address of a host that the delivery names in "hosts".
   */
  link?: string
  /**
   * The number to take the offer by phone, as +442071838750.
   */
  phone?: string
  /**
   * The last day on which it can be taken.
   */
  validUntil?: string
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
export interface TariffPrice {
  amount: TariffAmount
  /**
   * The period that the amount is for.
   */
  period: 'month' | 'year' | 'once'
}
export interface TariffPart {
  /**
   * A key of the product's terms (locales/<language>/offers.json, terms), which is shown in the visitor's language, or a text, which is shown as it is.
   */
  name: string
  amount: TariffAmount
}
/**
 * The interest of a credit, in percent a year.
 */
export interface TariffRate {
  apr: TariffAmount
  nominal?: TariffAmount
  total?: TariffAmount
}
/**
 * For how long it binds.
 */
export interface TariffTerm {
  value: TariffAmount
  /**
   * Of what.
   */
  unit: 'month' | 'year'
}
export interface TariffSum {
  /**
   * The terms to add up, as in "computed" of a form. "field" is the name of a value of the row, or the id of a field or computed value.
   *
   * @minItems 1
   * @maxItems 50
   */
  sum: Term[]
}
