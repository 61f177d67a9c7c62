// Generated from schemas/mails/button.schema.json by `npx leadwright types`. Do not edit.

/**
 * The one button of a mail, with its address below it.
 */
export interface MailButton {
  /**
   * button
   */
  kind: 'button'
  /**
   * What stands on it.
   */
  label: string
  /**
   * The id of the page that it leads to, at the brand's origin. It is left out for a brand without one.
   */
  page?: string
  /**
   * In place of a page. confirm: the link that confirms this subscription. unsubscribe: the link that ends it. goOn: the link to the form that was saved for later.
   */
  to?: 'confirm' | 'unsubscribe' | 'goOn'
}
