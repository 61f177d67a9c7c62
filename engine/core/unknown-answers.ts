import { allFields, type ResolvedForm } from './form.ts'
import type { AnswerProblem } from './problem.ts'

/** The properties of posted answers that are no field of the form, in any of its steps. */
export function unknownAnswers(form: ResolvedForm, answers: Readonly<Record<string, unknown>>): AnswerProblem[] {
  const known = new Set(allFields(form).map(({ id }) => id))
  return Object.keys(answers)
    .filter((id) => !known.has(id))
    .map((field) => ({ field, code: 'unknown', params: {} }))
}
