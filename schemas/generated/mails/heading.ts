// Generated from schemas/mails/heading.schema.json by `npx leadwright types`. Do not edit.

/**
 * A heading.
 */
export interface MailHeading {
  /**
   * heading
   */
  kind: 'heading'
  /**
   * The heading.
   */
  text: string
}
