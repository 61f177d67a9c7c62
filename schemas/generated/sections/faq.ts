// Generated from schemas/sections/faq.schema.json by `npx leadwright types`. Do not edit.

/**
 * Questions and answers that open in place.
 */
export interface FaqSection {
  /**
   * faq
   */
  kind: 'faq'
  /**
   * A heading.
   */
  title: string
  /**
   * The questions in order.
   */
  questions: {
    [k: string]: FaqQuestion
  }
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
export interface FaqQuestion {
  /**
   * The question, in the visitor's words.
   */
  question: string
  /**
   * The answer.
   */
  answer: string
}
