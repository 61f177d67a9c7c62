import {
  type Answer,
  type AnswerProblem,
  type Answers,
  answerTo,
  countryProblems,
  type Judge,
  type Judges,
  type ResolvedField,
  templateId,
  tighter,
} from '#engine/form/model'
import type { Journey, JourneyStep } from '../journey.ts'
import { limitProblems } from './answer-limits.ts'

/** The problems of one step, one per field at most, in the order of its fields. */
export function validateStep(step: JourneyStep, answers: Answers, judges: Judges): AnswerProblem[] {
  const items = Map.groupBy(step.asked, ({ place }) => place.item)
  const judged = [...items.values()].flatMap((asked) => judgeItem(asked, answers, judges(step.id)))
  if (judged.length === 0 && step.missing.length === 0) return []
  return step.asked.flatMap(({ id }) => {
    if (step.missing.includes(id)) return [{ field: id, code: 'required', params: {} }]
    return tightest(judged.filter(({ field }) => field === id))
  })
}

/** The problems of what stands together: the step's single fields, or one item of those that repeat. */
function judgeItem(asked: readonly ResolvedField[], answers: Answers, judge: Judge): AnswerProblem[] {
  const values: Record<string, Answer> = {}
  for (const { id, place } of asked) {
    const answer = answerTo(id, answers)
    if (answer !== undefined) values[templateId(place)] = answer
  }
  const idOf = (template: string) => asked.find(({ place }) => templateId(place) === template)?.id ?? template
  const problems = judge(values).map((problem) => ({ ...problem, field: idOf(problem.field) }))
  return problems.concat(countryProblems(asked, answers), limitProblems(asked, answers))
}

/** The first problem. Of several limits that were broken it tells the tightest: who keeps to that keeps to all. */
function tightest([first, ...others]: readonly AnswerProblem[]): AnswerProblem[] {
  if (!first) return []
  const limitOf = ({ params }: AnswerProblem) => params.limit ?? ''
  const same = others.filter(({ code }) => code === first.code)
  const isTold = (told: AnswerProblem, each: AnswerProblem) =>
    tighter(first.code, limitOf(told), limitOf(each)) === limitOf(told)
  return [same.reduce((told, each) => (isTold(told, each) ? told : each), first)]
}

/** The problems of the whole route. */
export function validate({ steps, answers }: Journey, judges: Judges): AnswerProblem[] {
  return steps.flatMap((step) => validateStep(step, answers, judges))
}
