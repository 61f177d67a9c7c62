/** What is wrong with the answer to one field. */
export interface AnswerProblem {
  /** The field's id. */
  field: string
  /** The rule that was broken: required, unknown, or a keyword of the field's schema. */
  code: string
  /** The rule's limits, for the sentence: { minimum: 10 }. */
  params: Readonly<Record<string, string | number>>
}

/** Judges the values present of one step against its schema, without a word of language. */
export type Judge = (values: Readonly<Record<string, unknown>>) => readonly AnswerProblem[]

/** The judge of a step, by the step's id. */
export type Judges = (step: string) => Judge
