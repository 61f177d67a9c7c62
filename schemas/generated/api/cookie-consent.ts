// Generated from schemas/api/cookie-consent.schema.json by `npx leadwright types`. Do not edit.

/**
 * What a visitor chose in the cookie settings.
 */
export interface CookieConsent {
  /**
   * A random UUID that the visitor's browser made and keeps.
   */
  id: string
  /**
   * Counts the choices under the id: the same number again is the same choice.
   */
  number: number
  /**
   * What was pressed: accept all, reject all, or a choice of categories.
   */
  action: 'accept' | 'reject' | 'choose'
  /**
   * What is consented to from now on.
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
