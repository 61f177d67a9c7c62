// Generated from schemas/mail.schema.json by `npx leadwright types`. Do not edit.
import type { MailBlock } from './mail-block.ts'

/**
 * A mail to a visitor. The file's name is the mail's id. In its texts, {form} is the title of the form, {brand} the name of the brand, {date} the date of a reminder or the last day of a page of offers, and {reference} in a receipt and in a mail about offers the reference of the lead.
 */
export interface MailDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The subject, on one line: “We have your answers: {form}”.
   */
  subject: string
  /**
   * The content of the mail, in order, each block under its own id.
   */
  blocks: {
    [k: string]: MailBlock
  }
}
