// Generated from schemas/voice.schema.json by `npx leadwright types`. Do not edit.

/**
 * The style rules of a language: locales/voice/<language>.json. `leadwright text` lists violations.
 */
export interface Voice {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The form of address for visitors.
   */
  register: string
  /**
   * The maximum number of words in a sentence of a page; 22 by default.
   */
  sentenceWords?: number
  /**
   * The maximum number of words in a section heading; 9 by default.
   */
  headingWords?: number
  /**
   * Banned wording, and its replacements.
   */
  banned: Banned[]
  /**
   * The words with which a button above a form and the last button of a form must begin.
   *
   * @minItems 1
   */
  buttons: string[]
  /**
   * Deliberate exceptions to the rules.
   */
  allowed?: AllowedText[]
}
export interface Banned {
  /**
   * A regular expression with the flag u. \b is a boundary of words in any script.
   */
  pattern: string
  /**
   * The replacement.
   */
  use: string
  /**
   * true: case-sensitive.
   */
  exact?: boolean
  /**
   * Only texts under these keys, such as submitLabel; all by default.
   */
  keys?: string[]
}
export interface AllowedText {
  /**
   * The beginning of a location: a file without language and extension, then a space and keys.
   *
   * @minItems 1
   */
  places: string[]
  /**
   * Only this pattern of "banned"; every rule by default.
   */
  pattern?: string
  /**
   * Only this rule; every rule by default.
   */
  rule?: 'banned' | 'sentence' | 'heading' | 'hero' | 'button' | 'brief' | 'repeated'
  /**
   * The reason for the exception.
   */
  reason: string
}
