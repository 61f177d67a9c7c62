// Generated from schemas/api/cookie-consent.schema.json by `npx leadwright types`. Do not edit.

/**
 * A visitor's choice in the cookie settings.
 */
export interface CookieConsent {
  /**
   * A random UUID that the visitor's browser generated and stores.
   */
  id: string
  /**
   * The number of the choice under this id. The same number sent again is the same choice.
   */
  number: number
  /**
   * The button pressed: accept all, reject all, or a choice of categories.
   */
  action: 'accept' | 'reject' | 'choose'
  /**
   * The categories that the visitor now consents to.
   *
   * @maxItems 3
   */
  categories: ('functional' | 'analytics' | 'marketing')[]
  /**
   * The language of the text that was shown.
   */
  locale: string
  /**
   * The hash of the text that was shown, as GET /api/v1/cookie-settings names it.
   */
  text: string
}
