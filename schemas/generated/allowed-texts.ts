// Generated from schemas/allowed-texts.schema.json by `npx leadwright types`. Do not edit.

/**
 * The language of the text, such as nl.
 */
export type Locale = string
/**
 * Why it is meant, for whoever reads the list.
 */
export type Reason = string

/**
 * What `leadwright text` reports no more, because it is meant: locales/allowed/texts.json.
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
     * All that it may be called in this language.
     *
     * @minItems 2
     */
    translations: string[]
    reason: Reason
  }[]
  /**
   * Texts that are written against the typography of their language.
   */
  typography: {
    locale: Locale
    /**
     * The text in this language, or what is meant of it: the rest is still judged.
     */
    text: string
    reason: Reason
  }[]
}
