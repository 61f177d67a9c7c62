// Generated from schemas/mails/list.schema.json by `npx leadwright types`. Do not edit.

/**
 * A list of data from the lead.
 */
export interface MailList {
  /**
   * list
   */
  kind: 'list'
  /**
   * answers: the questions named in the form's receipt, each with its answer. consents: the consents given, word for word as shown. recipients: the names of the partners that get the lead.
   */
  of: 'answers' | 'consents' | 'recipients'
  /**
   * Its heading.
   */
  title: string
  /**
   * The text shown if the list is empty. By default the block is omitted.
   */
  none?: string
}
