// Generated from schemas/sections/savings-check.schema.json by `npx leadwright types`. Do not edit.
import type { FactLimit } from '../form.ts'

/**
 * An amount in the market's currency, a fact that is money, or a share of the bill.
 */
export type SavingLimit = number | {factor: number}

/**
 * What could be saved: visitors type their bill and get a range that begins at nothing. It is not shown where no fact says how far it goes.
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
   * How much of a yearly bill can be saved at most: amounts, and shares of the bill as { "factor": { "fact": "regulatedSavings" } }. The lowest of them holds; one that a market has no figure for is left out.
   *
   * @minItems 1
   */
  maximum: SavingLimit[]
  /**
   * What is asked: how much the bill is.
   */
  question: string
  /**
   * Where the amount is found.
   */
  hint?: string
  /**
   * Said of an amount that is paid every month: a month.
   */
  monthly: string
  /**
   * Said of an amount that is paid every year, and of the range: a year.
   */
  yearly: string
  /**
   * What the button says.
   */
  action: string
  /**
   * What the range is, right above it: You would pay less by.
   */
  result: string
  /**
   * Under which conditions it holds, in order; they stand beside the range.
   */
  conditions: {
    [k: string]: SavingCondition
  }
  mistakes: SavingMistakes
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
export interface SavingCondition {
  /**
   * The condition in a sentence or two.
   */
  text: string
  /**
   * Only in these languages; in all of the page's when left out.
   *
   * @minItems 1
   */
  locales?: string[]
}
/**
 * What is said of what cannot be reckoned with.
 */
export interface SavingMistakes {
  /**
   * Of nothing, of what is no amount, and of none above 0.
   */
  unreadable: string
  /**
   * Of more than a home pays: 100,000 a year.
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
