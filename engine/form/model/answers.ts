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
