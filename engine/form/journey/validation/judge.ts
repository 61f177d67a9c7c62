import type { ResolvedForm } from '../../model/form.ts'
import type { AnswerProblem, Judge, Judges } from './answer-problem.ts'
import { dateProblems } from './date-bounds.ts'

/** A compiled validator of a step's schema, as ajv makes them. */
export interface StepValidator {
  (values: object): boolean
  errors?: readonly { instancePath: string; keyword: string; params: object }[] | null
}

/** A step's judge made of its compiled validator. */
export function judgeWith(validate: StepValidator): Judge {
  return (values) => (validate(values) ? [] : (validate.errors ?? []).map(toProblem))
}

/**
 * The judges of a form's steps on a day: values by their compiled validators, dates by their bounds.
 * @param today YYYY-MM-DD where the visitor's market is
 */
export function judgesOn(form: ResolvedForm, today: string, compiled: Judges): Judges {
  return (id) => {
    const fields = form.steps.find((step) => step.id === id)?.fields ?? []
    return (values) => compiled(id)(values).concat(dateProblems(fields, values, today))
  }
}

/** `/features/0` → features; `not` in a field's schema is how an exclusive option is written. */
function toProblem({ instancePath, keyword, params }: NonNullable<StepValidator['errors']>[number]): AnswerProblem {
  const { limit, type } = params as { limit?: number; type?: string }
  return {
    field: instancePath.split('/')[1] ?? '',
    code: keyword === 'not' ? 'exclusive' : keyword,
    params: { ...(limit !== undefined && { limit }), ...(typeof type === 'string' && { type }) },
  }
}
