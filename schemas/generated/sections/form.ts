// Generated from schemas/sections/form.schema.json by `npx leadwright types`. Do not edit.

/**
 * A form, shown step by step. A page may show several, each with its own state, even the same form twice.
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
   * true: this is the page's main form, which fills the page once a step of it was posted; other forms stay in place. By default the first form is the main form. false: never, so that a page can have no main form.
   */
  main?: boolean
  /**
   * How this page shows the steps of the form, instead of what the form says: as they are written, or one question at a time.
   */
  screens?: 'steps' | 'questions'
  preset?: PresetAnswers
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
 * Prefilled answers, by the field’s id: an option, a list of options for a multiple choice, true or false, or a number. Visitors see them and can change them; values from the address or a draft take precedence. Consents cannot be prefilled.
 */
export interface PresetAnswers {
  [k: string]: string | number | boolean | string[]
}
