// Generated from schemas/statements.schema.json by `npx leadwright types`. Do not edit.

/**
 * Statements about law and market in the texts of a language, with source and date: locales/statements/<language>.json. `leadwright check --release` lists those older than a year or pending a lawyer's review.
 */
export interface Statements {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The statements, each under its own id.
   */
  statements: {
    [k: string]: Statement
  }
}
export interface Statement {
  /**
   * The statement in a sentence.
   */
  says: string
  /**
   * The texts that make it: the file without language and extension, a space, and the keys: pages/finance/loan sections.questions.questions.rate.answer.
   *
   * @minItems 1
   */
  places: string[]
  /**
   * The law and its article, or the publisher and the title.
   */
  source: string
  /**
   * The date of the last comparison with its source.
   */
  checked: string
  /**
   * true: a lawyer has to confirm it before the site goes live.
   */
  lawyer?: boolean
}
