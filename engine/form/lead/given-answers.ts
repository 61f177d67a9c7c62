import type { Answers, ResolvedForm } from '#engine/form/model'

/** The answers that somebody gave, without what is computed of them: an age changes overnight, and the filling is the same. */
export function givenAnswers({ computed = [] }: ResolvedForm, answers: Answers): Answers {
  if (computed.length === 0) return answers
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !computed.some(({ id }) => id === field)))
}
