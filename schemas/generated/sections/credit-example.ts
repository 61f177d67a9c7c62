// Generated from schemas/sections/credit-example.schema.json by `npx leadwright types`. Do not edit.

/**
 * A representative example of a loan: its monthly and total cost, computed from its amount, rate and term.
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
   * The loan amount, in the currency of the market.
   */
  amount: number
  /**
   * The annual percentage rate, in per cent: 9.9.
   */
  rate: number
  /**
   * The term in months.
   */
  months: number
  /**
   * The same loan over more months, for comparison: the cost of a lower monthly payment.
   */
  longer?: number
  /**
   * Differences in the market of a country, by its code. Amounts are not converted.
   */
  markets?: {
    [k: string]: CreditTermsPatch
  }
  labels: CreditLabels
  /**
   * true: the figures are placeholders. The page says so, and `check --release` lists it.
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
export interface CreditTermsPatch {
  /**
   * The loan amount, in the currency of the market.
   */
  amount?: number
  /**
   * The annual percentage rate, in per cent: 9.9.
   */
  rate?: number
  /**
   * The term in months.
   */
  months?: number
  /**
   * The same loan over more months, for comparison: the cost of a lower monthly payment.
   */
  longer?: number
}
/**
 * The label of each line.
 */
export interface CreditLabels {
  /**
   * The loan amount.
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
   * The annual percentage rate, under its legal name.
   */
  rate: string
  /**
   * The monthly payment.
   */
  payment: string
  /**
   * The last payment, which differs by the rounding.
   */
  lastPayment: string
  /**
   * The total amount repaid.
   */
  total: string
  /**
   * The total cost of the loan.
   */
  interest: string
}
