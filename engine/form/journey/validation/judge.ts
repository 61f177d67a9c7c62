import type { AnswerProblem, Judge, Judges, ResolvedField, ResolvedForm } from '#engine/form/model'
import { boundDay } from '#engine/form/values'

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

/**
 * The answers outside their bounds. Bounds move with the clock, so they are judged beside the compiled validators.
 * @param today YYYY-MM-DD where the visitor's market is
 */
function dateProblems(
  fields: readonly ResolvedField[],
  values: Readonly<Record<string, unknown>>,
  today: string,
): AnswerProblem[] {
  return fields
    .filter(({ bounds }) => bounds)
    .flatMap(({ id, bounds }) => {
      const value = values[id]
      if (!bounds || typeof value !== 'string') return []
      // A month is judged by as much of the bound as it has itself.
      const limit = (bound: string | undefined) => bound && boundDay(bound, today).slice(0, value.length)
      const [earliest, latest] = [limit(bounds.earliest), limit(bounds.latest)]
      if (earliest && value < earliest) return [problem(id, 'earliest', earliest)]
      return latest && value > latest ? [problem(id, 'latest', latest)] : []
    })
}

function problem(field: string, code: string, limit: string): AnswerProblem {
  return { field, code, params: { limit } }
}
