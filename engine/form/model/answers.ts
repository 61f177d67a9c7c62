/** One answer: text, a number, yes or no, or the ids of the options chosen. */
export type Answer = string | number | boolean | string[]

/** Field id → answer. What was not answered is absent. */
export type Answers = Readonly<Record<string, Answer>>

/** Answers as leads and the API hold them: those of a group in an object, those of a repeated group in a list. */
export type NestedAnswers = Readonly<Record<string, Answer | Answers | readonly Answers[]>>

/** Whether a value counts as an answer: empty text and an empty choice do not. */
export function isAnswered(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/** The answer to a field, or undefined. Never one inherited from Object.prototype. */
export function answerTo(field: string, answers: Answers): Answer | undefined {
  return Object.hasOwn(answers, field) ? answers[field] : undefined
}

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
