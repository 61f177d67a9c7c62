import { type Answers, answerTo } from './answers.ts'
import type { Journey, JourneyStep } from './journey.ts'
import type { AnswerProblem, Judges } from './problem.ts'

/** The problems of one step, one per field at most, in the order of its fields. */
export function validateStep(step: JourneyStep, answers: Answers, judges: Judges): AnswerProblem[] {
  const values = Object.fromEntries(
    step.asked.map(({ id }) => [id, answerTo(id, answers)]).filter(([, value]) => value !== undefined),
  )
  const judged = judges(step.id)(values)
  return step.asked.flatMap(({ id }) => {
    if (step.missing.includes(id)) return [{ field: id, code: 'required', params: {} }]
    const problem = judged.find(({ field }) => field === id)
    return problem ? [problem] : []
  })
}

/** The problems of the whole route. */
export function validate({ steps, answers }: Journey, judges: Judges): AnswerProblem[] {
  return steps.flatMap((step) => validateStep(step, answers, judges))
}
