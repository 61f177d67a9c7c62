// Generated from schemas/sections/form.schema.json by `npx leadwright types`. Do not edit.

/**
 * A form, shown step by step. A page may show several, each with a state of its own; the same form twice too.
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
   * Whether this is the page's main form, which takes the page over once a step of it was posted; every other form stays in its place. When left out, the page's first form is. false: never, so that a page may have none.
   */
  main?: boolean
  preset?: PresetAnswers
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
/**
 * Answers that the page chooses beforehand, by the field’s id: an option, a list of options where there may be many, true or false, or a number. Visitors see them chosen and may change them; what an address or a draft says comes first. Consents are never among them.
 */
export interface PresetAnswers {
  [k: string]: string | number | boolean | string[]
}
