// Generated from schemas/deliveries/email.schema.json by `npx leadwright types`. Do not edit.

/**
 * A human-readable mail.
 */
export interface EmailDelivery {
  /**
   * email
   */
  kind: 'email'
  /**
   * The recipient's address.
   */
  to: string
  /**
   * The sender's address.
   */
  from: string
  /**
   * true: a reply to the mail goes to the visitor's e-mail address, if the form asks for one.
   */
  replyToVisitor?: boolean
}
