// Generated from schemas/sections/credit-example.schema.json by `npx leadwright types`. Do not edit.

/**
 * A representative example of a credit: what it costs each month and in all, reckoned from its sum, its rate and its term.
 */
export interface CreditExampleSection {
  /**
   * credit-example
   */
  kind: 'credit-example'
  /**
   * A heading.
   */
  title: string
  /**
   * A sentence or two above it.
   */
  text?: string
  /**
   * What is lent, in the currency of the market.
   */
  amount: number
  /**
   * The annual percentage rate, in per cent: 9.9.
   */
  rate: number
  /**
   * Over how many months it is repaid.
   */
  months: number
  /**
   * The same credit over more months, beside it: what a lower payment costs.
   */
  longer?: number
  /**
   * What differs in the market of a country, by its code. Nothing is converted.
   */
  markets?: {
    [k: string]: CreditTermsPatch
  }
  labels: CreditLabels
  /**
   * true: the figures only show what belongs there. The page says so, and `check --release` lists it.
   */
  sample?: boolean
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
export interface CreditTermsPatch {
  /**
   * What is lent, in the currency of the market.
   */
  amount?: number
  /**
   * The annual percentage rate, in per cent: 9.9.
   */
  rate?: number
  /**
   * Over how many months it is repaid.
   */
  months?: number
  /**
   * The same credit over more months, beside it: what a lower payment costs.
   */
  longer?: number
}
/**
 * What each line is called.
 */
export interface CreditLabels {
  /**
   * What is lent.
   */
  amount: string
  /**
   * The term.
   */
  term: string
  /**
   * The yearly borrowing rate; that it is fixed, and that there are no fees.
   */
  borrowingRate: string
  /**
   * The annual percentage rate, by the name that the law gives it.
   */
  rate: string
  /**
   * The monthly payment.
   */
  payment: string
  /**
   * The last payment, which differs by what was rounded.
   */
  lastPayment: string
  /**
   * All that is paid back.
   */
  total: string
  /**
   * How much more that is than was lent.
   */
  interest: string
}
