// Generated from schemas/questions.schema.json by `npx leadwright types`. Do not edit.

/**
 * The number of questions of each form, as counted by `prove`: the value of {questions}. Written by `npx leadwright prove --write`.
 */
export interface QuestionsDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * By form id.
   */
  forms: {
    /**
     * By the hash of the form's rules: languages with the same rules share an entry.
     */
    [k: string]: {
      [k: string]: QuestionRange
    }
  }
}
export interface QuestionRange {
  /**
   * The number of questions on the shortest path, without consents.
   */
  from: number
  /**
   * The number of questions on the longest path, without consents.
   */
  to: number
}
