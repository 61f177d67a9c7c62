import { type AnswerProblem, answerTo, type ResolvedForm } from '#engine/form/model'
import type { Journey, JourneyStep } from './journey.ts'

/** How far an application has come. */
export interface Progress {
  /** How much of what must be answered on this route is answered, in per cent from 0 to 100. */
  value: number
  status: 'begun' | 'ready'
  /** Per group of answers on this route (credit, coBorrower) whether it is complete and without mistakes, in order. */
  groups: readonly { id: string; title: string; valid: boolean }[]
}

/** @param problems the mistakes that are known */
export function progress(
  form: ResolvedForm,
  { steps, answers, current }: Journey,
  problems: readonly AnswerProblem[],
): Progress {
  const required = steps.flatMap(({ asked }) => asked.filter(({ optional, kind }) => !optional && kind !== 'count'))
  const answered = required.filter(({ id }) => answerTo(id, answers) !== undefined)
  const grouped = Map.groupBy(
    steps.filter((step) => groupOf(step) !== ''),
    groupOf,
  )
  return {
    value: required.length === 0 ? 100 : Math.floor((100 * answered.length) / required.length),
    status: current === null && problems.length === 0 ? 'ready' : 'begun',
    groups: [...grouped].map(([id, own]) => ({
      id,
      title: form.steps.find((step) => step.id === own[0]?.id)?.title ?? '',
      valid: own.every((step) => isValid(step, problems)),
    })),
  }
}

function isValid({ asked, missing }: JourneyStep, problems: readonly AnswerProblem[]): boolean {
  return missing.length === 0 && !problems.some(({ field }) => asked.some(({ id }) => id === field))
}

/** A step that asks of a co-borrower is of that group; one whose fields stand alone is of none. */
function groupOf({ asked: [first] }: JourneyStep): string {
  return first?.place.group ?? ''
}
