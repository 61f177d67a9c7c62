// Generated from schemas/sections/steps.schema.json by `npx leadwright types`. Do not edit.

/**
 * How it works, step by step.
 */
export interface StepsSection {
  /**
   * steps
   */
  kind: 'steps'
  /**
   * A heading.
   */
  title: string
  /**
   * The steps in order.
   */
  steps: {
    [k: string]: SectionStep
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
export interface SectionStep {
  /**
   * The action in this step.
   */
  title: string
  /**
   * A sentence or two about it.
   */
  text?: string
}
