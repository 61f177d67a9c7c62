import {
  type Answer,
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
