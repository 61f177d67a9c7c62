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
  /**
   * The id of the page that shows the form.
   */
  page?: string
  /**
   * The visitor's `utm_source`.
   */
  source?: string | null
  /**
   * What the last report of this visit was answered with. Without it, a visit begins.
   */
  visit?: string
  /**
   * What kept the visitor on the step: a field's id and a rule.
   */
  error?: string
  /**
   * The name of the control that the visitor was at when the page was left.
   */
  question?: string
}
