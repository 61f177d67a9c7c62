// Generated from schemas/allowed-texts.schema.json by `npx leadwright types`. Do not edit.

/**
 * The language of the text, such as nl.
 */
export type Locale = string
/**
 * The reason for the exception, for readers of the list.
 */
export type Reason = string

/**
 * Deliberate exceptions that `leadwright text` does not report: locales/allowed/texts.json.
 */
export interface AllowedTexts {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * Source texts that have more than one translation in a language.
   */
  translations: {
    locale: Locale
    /**
     * The source text.
     */
    text: string
    /**
     * Every translation allowed in this language.
     *
     * @minItems 2
     */
    translations: string[]
    reason: Reason
  }[]
  /**
   * Texts that deliberately break the typography rules of their language.
   */
  typography: {
    locale: Locale
    /**
     * The text in this language, or the part that is deliberate: the rest is still checked.
     */
    text: string
    reason: Reason
  }[]
}
