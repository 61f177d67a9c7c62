// Generated from schemas/deliveries/email.schema.json by `npx leadwright types`. Do not edit.

/**
 * A mail that people can read.
 */
export interface EmailDelivery {
  /**
   * email
   */
  kind: 'email'
  /**
   * The address it goes to.
   */
  to: string
  /**
   * The address it comes from.
   */
  from: string
  /**
   * true: whoever answers the mail writes to the visitor's e-mail address, where the form asks for one.
   */
  replyToVisitor?: boolean
}
