// Generated from schemas/mail.schema.json by `npx leadwright types`. Do not edit.
import type { MailBlock } from './mail-block.ts'

/**
 * A mail to a visitor. The file's name is the mail's id. {form} in its words is the title of the form, {brand} the name of the brand, and {date} in a reminder the date that it is about.
 */
export interface MailDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * What the mail is about, on one line: “We have your answers: {form}”.
   */
  subject: string
  /**
   * What stands in the mail, in order, each under an id of its own.
   */
  blocks: {
    [k: string]: MailBlock
  }
}
