// Generated from schemas/mails/text.schema.json by `npx leadwright types`. Do not edit.

/**
 * A paragraph.
 */
export interface MailText {
  /**
   * text
   */
  kind: 'text'
  /**
   * The paragraph. It may contain [label](page:id) links.
   */
  text: string
}
