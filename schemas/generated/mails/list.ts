// Generated from schemas/mails/list.schema.json by `npx leadwright types`. Do not edit.

/**
 * What is known of the lead.
 */
export interface MailList {
  /**
   * list
   */
  kind: 'list'
  /**
   * answers: the questions that the form's receipt names, each with its answer. consents: the sentences that the visitor agreed to, exactly as they were shown. recipients: the partners that get the lead, by name.
   */
  of: 'answers' | 'consents' | 'recipients'
  /**
   * Its heading.
   */
  title: string
  /**
   * What is said where there are none. The block is left out otherwise.
   */
  none?: string
}
