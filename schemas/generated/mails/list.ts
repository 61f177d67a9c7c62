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
   * answers: the questions named in the form's receipt, each with its answer. consents: the consents given, word for word as shown. recipients: the names of the partners that get the lead. offers: the offers on the visitor's page, six at most, each with its price, up to three properties of its card and its last day; for a reminder, those that end on its {date}.
   */
  of: 'answers' | 'consents' | 'recipients' | 'offers'
  /**
   * Its heading.
   */
  title: string
  /**
   * The text shown if the list is empty. By default the block is omitted.
   */
  none?: string
}
