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
   * Its label.
   */
  label: string
  /**
   * The id of the page that it leads to, at the brand's origin. The button is omitted for a brand without an origin.
   */
  page?: string
  /**
   * Instead of a page. confirm: the link that confirms this subscription. unsubscribe: the link that ends it. goOn: the link to the saved form. offers: the link to the visitor's page of offers.
   */
  to?: 'confirm' | 'unsubscribe' | 'goOn' | 'offers'
}
