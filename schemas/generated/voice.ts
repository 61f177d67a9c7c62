// Generated from schemas/voice.schema.json by `npx leadwright types`. Do not edit.

/**
 * How a language is written: locales/voice/<language>.json. `leadwright text` lists what is written otherwise.
 */
export interface Voice {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * How visitors are addressed.
   */
  register: string
  /**
   * The most words in a sentence of a page; 22 when left out.
   */
  sentenceWords?: number
  /**
   * The most words in the heading of a section; 9 when left out.
   */
  headingWords?: number
  /**
   * What is never written, and what to write instead.
   */
  banned: Banned[]
  /**
   * The words that a button over a form and the last button of a form begin with.
   *
   * @minItems 1
   */
  buttons: string[]
  /**
   * Texts that break a rule and are meant.
   */
  allowed?: AllowedText[]
}
export interface Banned {
  /**
   * A regular expression with the flag u. \b is a boundary of words in any script.
   */
  pattern: string
  /**
   * What to write instead.
   */
  use: string
  /**
   * true: capitals matter.
   */
  exact?: boolean
  /**
   * Only texts under these keys, such as submitLabel; all when left out.
   */
  keys?: string[]
}
export interface AllowedText {
  /**
   * The beginning of a place: a file without language and ending, and more of the keys after a space.
   *
   * @minItems 1
   */
  places: string[]
  /**
   * Only this pattern of "banned"; every rule when left out.
   */
  pattern?: string
  /**
   * Only this rule; every rule when left out.
   */
  rule?: 'banned' | 'sentence' | 'heading' | 'hero' | 'button' | 'brief' | 'repeated'
  /**
   * Why it is meant.
   */
  reason: string
}
