// Generated from schemas/api/cookie-consent-receipt.schema.json by `npx leadwright types`. Do not edit.

/**
 * The response to a recorded choice.
 */
export interface CookieConsentReceipt {
  /**
   * The visitor's id.
   */
  id: string
  /**
   * The number of the choice under it.
   */
  number: number
  /**
   * When it was recorded.
   */
  givenAt: string
}
