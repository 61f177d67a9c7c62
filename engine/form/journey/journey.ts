import {
  type Answer,
  type AnswerProblem,
  type Answers,
  answerTo,
  holds,
  isAnswered,
  type ResolvedField,
  type ResolvedForm,
} from '#engine/form/model'
import { settle } from './compute.ts'
import { hiddenAnswer } from './landing.ts'
import { fieldsAsked } from './repeat.ts'

/** A step on the visitor's route. */
export interface JourneyStep {
  id: string
  /** The fields this route asks here. */
  asked: readonly ResolvedField[]
  /** The ids of those that are required and have no answer yet. */
  missing: readonly string[]
}

/** Where the answers lead: a pure function of form and answers, so no position is ever stored. */
export interface Journey {
  steps: readonly JourneyStep[]
  /** The answers to what is asked; everything else is pruned. */
  answers: Answers
  /** The first step that misses an answer; null when none does. */
  current: string | null
}

/**
 * Walks the form from the top. A condition reads only fields above it that are asked themselves,
 * so one pass is enough and no cycle is possible.
 */
export function journey(form: ResolvedForm, given: Answers): Journey {
  const answers: Record<string, Answer> = {}
  const steps: JourneyStep[] = []
  for (const field of form.hidden ?? []) answers[field.id] = hiddenAnswer(field, answerTo(field.id, given))
  for (const step of form.steps) {
    settle(form, [step.id], answers)
    if (!holds(step.when, answers)) continue
    if (step.repeat) answers[step.repeat.group] = step.repeat.min
    const asked: ResolvedField[] = []
    const missing: string[] = []
    for (const field of fieldsAsked(step, given)) {
      settle(form, [step.id, field.id], answers)
      if (!holds(field.when, answers)) continue
      const { id, optionalWhen } = field
      const optional = field.optional || (optionalWhen !== undefined && holds(optionalWhen, answers))
      const answer = answerTo(id, given)
      if (answer !== undefined && isAnswered(answer)) answers[id] = answer
      else if (!optional && answerTo(id, answers) === undefined) missing.push(id)
      asked.push(optional === field.optional ? field : { ...field, optional })
    }
    if (asked.length > 0) steps.push({ id: step.id, asked, missing })
  }
  settle(form, null, answers)
  return { steps, answers, current: steps.find((step) => step.missing.length > 0)?.id ?? null }
}

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
