import { templateId } from '../definition/field-place.ts'
import type { ResolvedField } from '../definition/form.ts'
import { tighter } from '../definition/limits.ts'
import { limitProblems } from './answer-limits.ts'
import type { AnswerProblem, Judge, Judges } from './answer-problem.ts'
import { type Answers, answerTo } from './answers.ts'
import { countryProblems } from './country-formats.ts'
import type { Journey, JourneyStep } from './journey.ts'

/** The problems of one step, one per field at most, in the order of its fields. */
export function validateStep(step: JourneyStep, answers: Answers, judges: Judges): AnswerProblem[] {
  const items = Map.groupBy(step.asked, ({ place }) => place.item)
  const judged = [...items.values()].flatMap((asked) => judgeItem(asked, answers, judges(step.id)))
  return step.asked.flatMap(({ id }) => {
    if (step.missing.includes(id)) return [{ field: id, code: 'required', params: {} }]
    return tightest(judged.filter(({ field }) => field === id))
  })
}

/** The problems of what stands together: the step's single fields, or one item of those that repeat. */
function judgeItem(asked: readonly ResolvedField[], answers: Answers, judge: Judge): AnswerProblem[] {
  const ids = new Map(asked.map(({ id, place }) => [templateId(place), id]))
  const values = [...ids].map(([template, id]) => [template, answerTo(id, answers)] as const)
  const judged = judge(Object.fromEntries(values.filter(([, value]) => value !== undefined)))
  const problems = judged.map((problem) => ({ ...problem, field: ids.get(problem.field) ?? problem.field }))
  return [...problems, ...countryProblems(asked, answers), ...limitProblems(asked, answers)]
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
