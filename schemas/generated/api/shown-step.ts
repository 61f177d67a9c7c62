// Generated from schemas/api/shown-step.schema.json by `npx leadwright types`. Do not edit.

/**
 * A form step that a page reports as shown.
 */
export interface ShownStep {
  form: string
  locale: string
  /**
   * The hash of the form that was shown.
   */
  definition: string
  /**
   * The id of the step.
   */
  step: string
}
