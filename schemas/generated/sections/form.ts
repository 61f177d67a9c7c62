// Generated from schemas/sections/form.schema.json by `npx leadwright types`. Do not edit.

/**
 * A form, shown step by step.
 */
export interface FormSection {
  /**
   * form
   */
  kind: 'form'
  /**
   * The id of the form.
   */
  form: string
}
