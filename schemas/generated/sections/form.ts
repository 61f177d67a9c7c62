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
