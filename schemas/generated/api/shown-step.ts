// Generated from schemas/api/shown-step.schema.json by `npx leadwright types`. Do not edit.

/**
 * A step of a form that a page shows, as it reports it.
 */
export interface ShownStep {
  form: string
  locale: string
  /**
   * The hash of the form as it was shown.
   */
  definition: string
  /**
   * The id of the step.
   */
  step: string
}
