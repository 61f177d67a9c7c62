// Generated from schemas/sections/savings-check.schema.json by `npx leadwright types`. Do not edit.
import type { FactLimit } from '../form.ts'

/**
 * An amount in the market's currency, a fact that is money, or a share of the bill.
 */
export type SavingLimit = number | {factor: number}

/**
 * A savings estimate: visitors enter their bill and get a range that begins at zero. It is hidden in markets without a fact for the maximum.
 */
export interface SavingsCheckSection {
  /**
   * savings-check
   */
  kind: 'savings-check'
  /**
   * A heading.
   */
  title: string
  /**
   * A sentence or two above it.
   */
  text?: string
  /**
   * The maximum saving on a yearly bill: amounts, and shares of the bill as { "factor": { "fact": "regulatedSavings" } }. The lowest applies; a limit without a figure in the market is ignored.
   *
   * @minItems 1
   */
  maximum: SavingLimit[]
  /**
   * The question: the amount of the bill.
   */
  question: string
  /**
   * Where to find the amount.
   */
  hint?: string
  /**
   * The label for a monthly amount: a month.
   */
  monthly: string
  /**
   * The label for a yearly amount, and for the range: a year.
   */
  yearly: string
  /**
   * The label of the button.
   */
  action: string
  /**
   * The label above the range: You would pay less by.
   */
  result: string
  example?: SavingExample
  /**
   * The conditions in order, shown next to the range.
   */
  conditions: {
    [k: string]: SavingCondition
  }
  mistakes: SavingMistakes
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
 * A bill whose range is shown until visitors enter their own. Without it only the conditions are shown.
 */
export interface SavingExample {
  /**
   * The words before the amount: For example, if you pay
   */
  label: string
  /**
   * A monthly amount in the market's currency.
   */
  bill: number
}
export interface SavingCondition {
  /**
   * The condition in a sentence or two.
   */
  text: string
  /**
   * Only in these languages; in all languages of the page by default.
   *
   * @minItems 1
   */
  locales?: string[]
}
/**
 * The messages for unusable amounts.
 */
export interface SavingMistakes {
  /**
   * For an empty or invalid amount, or one that is not above 0.
   */
  unreadable: string
  /**
   * For an amount above 100,000 a year, more than a household pays.
   */
  tooMuch: string
}
/**
 * A share of the yearly bill.
 */
export interface SavingShare {
  /**
   * The share, 0.1 for 10 %, or a fact that is a percentage.
   */
  factor: number
}
