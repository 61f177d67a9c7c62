// Generated from schemas/statements.schema.json by `npx leadwright types`. Do not edit.

/**
 * What the texts of a language say of law and market, with source and date: locales/statements/<language>.json. `leadwright check --release` lists what is older than a year or for a lawyer.
 */
export interface Statements {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * By an id of their own.
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
   * Where texts make it: the file without language and ending, a space, and the keys: pages/finance/loan sections.questions.questions.rate.answer.
   *
   * @minItems 1
   */
  places: string[]
  /**
   * The law and its article, or who published it under which title.
   */
  source: string
  /**
   * The day on which somebody last compared it with its source.
   */
  checked: string
  /**
   * true: a lawyer has to confirm it before the site goes live.
   */
  lawyer?: boolean
}
