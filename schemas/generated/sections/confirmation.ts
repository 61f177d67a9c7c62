// Generated from schemas/sections/confirmation.schema.json by `npx leadwright types`. Do not edit.

/**
 * Where the link of a mail leads that asks to confirm a subscription: one button, and what came of pressing it.
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
   * What stands on the button.
   */
  button: string
  confirmed: ConfirmationTold
  expired: ConfirmationTold
  unknown: ConfirmationTold
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
 * What is said once the button was pressed: to who is subscribed, where the link has come too late (expired), and where it is none that we mailed, or not whole (unknown).
 */
export interface ConfirmationTold {
  /**
   * The heading.
   */
  title: string
  /**
   * What comes next.
   */
  text: string
}
