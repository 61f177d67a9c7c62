/** What is wrong with the answer to one field. */
export interface AnswerProblem {
  /** The field's id. */
  field: string
  /** The rule that was broken: required, unknown, or a keyword of the field's schema. */
  code: string
  /**
   * What the sentence says of the rule: { limit: 10 }; a day or month as YYYY-MM-DD or YYYY-MM. Where another answer sets
   * the limit, `of` is its field, and `by` says which of the field's limits it is.
   */
  params: Readonly<Record<string, string | number>>
  /** The sentence of whoever judged, in the visitor's language, where the limits stayed there. */
  message?: string
}

/** Judges the values present of one step against its schema, without a word of language. */
export type Judge = (values: Readonly<Record<string, unknown>>) => readonly AnswerProblem[]

/** The judge of a step, by the step's id. */
export type Judges = (step: string) => Judge
