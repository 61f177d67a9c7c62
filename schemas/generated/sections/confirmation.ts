// Generated from schemas/sections/confirmation.schema.json by `npx leadwright types`. Do not edit.

/**
 * The target of the link in a confirmation mail: one button, and the result of pressing it.
 */
export interface ConfirmationSection {
  /**
   * confirmation
   */
  kind: 'confirmation'
  /**
   * The heading above the button.
   */
  title: string
  /**
   * What the button does.
   */
  text: string
  /**
   * The label of the button.
   */
  button: string
  confirmed: ConfirmationTold
  expired: ConfirmationTold
  unknown: ConfirmationTold
  full?: ConfirmationTold
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
 * The texts after the button was pressed: for a confirmed subscription, for an expired link (expired), for an unknown or incomplete link (unknown), and for a form that has taken its last lead meanwhile (full; the product has a text for it).
 */
export interface ConfirmationTold {
  /**
   * The heading.
   */
  title: string
  /**
   * The next step.
   */
  text: string
}
