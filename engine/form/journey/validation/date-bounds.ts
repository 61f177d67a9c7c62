import type { ResolvedField } from '../../model/form.ts'
import { boundDay } from '../../values/calendar.ts'
import type { AnswerProblem } from './answer-problem.ts'

/**
 * The answers outside their bounds. Bounds move with the clock, so they are judged beside the compiled validators.
 * @param today YYYY-MM-DD where the visitor's market is
 */
export function dateProblems(
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
