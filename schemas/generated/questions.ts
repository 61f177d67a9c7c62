// Generated from schemas/questions.schema.json by `npx leadwright types`. Do not edit.

/**
 * How many questions each form asks, as its proof found: what {questions} says. Written by `npx leadwright prove --write`.
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
   * How many questions the shortest route asks, consents apart.
   */
  from: number
  /**
   * How many questions the longest route asks, consents apart.
   */
  to: number
}
