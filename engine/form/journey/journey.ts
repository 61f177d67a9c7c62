import {
  type Alert,
  type Answer,
  type AnswerProblem,
  type Answers,
  answerTo,
  fieldsAsked,
  holds,
  isAnswered,
  type Repeat,
  type ResolvedField,
  type ResolvedForm,
  type Thanks,
  wholeStep,
} from '#engine/form/model'
import { settle, unknownAt } from './compute.ts'
import { offeredAnswer, offeredField } from './offer.ts'

/** A step on the visitor's route, or one screen of it. */
export interface JourneyStep {
  id: string
  /** The step of the definition that it belongs to: several screens may be of one. */
  step: string
  /** The fields this route asks here. */
  asked: readonly ResolvedField[]
  /** The ids of those that are required and have no answer yet, or are asked again. */
  missing: readonly string[]
  /** The ids of those whose answer is not offered after the answers above: they are asked again. */
  notOffered?: readonly string[]
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
 * A hidden field's answer: what was given, if the field takes it, and its default otherwise. Addresses are written by
 * anybody, so what does not fit is no mistake of the visitor's.
 */
export function hiddenAnswer({ schema, from }: ResolvedField, given: unknown): string {
  const { enum: values, maxLength, pattern } = schema as { enum?: string[]; maxLength?: number; pattern?: string }
  const isTaken =
    typeof given === 'string' &&
    (values?.includes(given) ?? (given.length <= Number(maxLength) && new RegExp(String(pattern), 'u').test(given)))
  return isTaken ? given : String(from?.otherwise)
}

/**
 * Walks the form from the top. A condition reads only fields above it that are asked themselves,
 * so one pass is enough and no cycle is possible.
 */
export function journey(form: ResolvedForm, given: Answers): Journey {
  const answers: Record<string, Answer> = {}
  const steps: JourneyStep[] = []
  const open = new Set<string>()
  for (const field of form.hidden ?? []) answers[field.id] = hiddenAnswer(field, answerTo(field.id, given))
  for (const step of form.steps) {
    if (form.computed) settle(form, [step.id], answers)
    if (!holds(step.when, answers)) continue
    if (step.repeat) answers[step.repeat.group] = step.repeat.min
    const asked: ResolvedField[] = []
    const missing: string[] = []
    const notOffered: string[] = []
    for (const whole of fieldsAsked(step, given)) {
      if (form.computed) settle(form, [step.id, whole.id], answers)
      const field = holds(whole.when, answers) ? offeredField(whole, answers, open, form) : null
      if (!field) continue
      const { id, optionalWhen } = field
      const optional = field.optional || (optionalWhen !== undefined && holds(optionalWhen, answers))
      const answer = answerTo(id, given)
      const taken = answer === undefined ? undefined : offeredAnswer(whole, field, answer)
      if (taken !== undefined && isAnswered(taken)) answers[id] = taken
      if (taken !== answer) notOffered.push(id)
      if (taken !== answer || (!optional && answerTo(id, answers) === undefined)) {
        missing.push(id)
        open.add(id)
      }
      asked.push(optional === field.optional ? field : { ...field, optional })
    }
    if (asked.length > 0)
      steps.push({ id: step.id, step: wholeStep(step), asked, missing, ...(notOffered.length > 0 && { notOffered }) })
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
function groupOf({ asked }: JourneyStep): string {
  return asked.find(({ words }) => !words.table)?.place.group ?? ''
}

/** Every field of a form that somebody or an address answers, repeated ones as often as the answers say. */
export function everyField(form: ResolvedForm, answers: Answers): ResolvedField[] {
  return [...(form.hidden ?? []), ...form.steps.flatMap((step) => fieldsAsked(step, answers))]
}

/** What an item is called: the second of the drivers is “Driver 2”. */
export function itemName({ title }: Repeat, item: number): string {
  return `${title} ${item + 1}`
}

/**
 * The end that a step's answers lead to: the first whose condition they decide. null where the form goes on.
 * @param at the step's place on the route
 * @param isTold whether the visitor knows, and goes on where the form lets them
 */
export function endAt(form: ResolvedForm, route: Journey, at: number, isTold: boolean): string | null {
  const { screenOuts } = form
  if (!screenOuts) return null
  // What is known before the first step, as from the address, is told at its end.
  const before = at === 0 ? {} : answersOf(form, route, at)
  const now = answersOf(form, route, at + 1)
  const met = Object.entries(screenOuts).find(
    ([, { when, lead }]) => holds(when, now) && !holds(when, before) && !(isTold && lead),
  )
  return met?.[0] ?? null
}

/** The end that a whole filling stops at, with the place of its step: no lead is made of it. */
export function screenedOutAt(form: ResolvedForm, route: Journey): { end: string; at: number } | null {
  for (const at of route.steps.keys()) {
    const end = endAt(form, route, at, true)
    if (end !== null) return { end, at }
  }
  return null
}

/** What was answered up to the first steps of a route, and what is computed of that. */
export function answersOf(form: ResolvedForm, { steps, answers }: Journey, count: number): Answers {
  const [next] = steps.slice(count)
  const later = new Set(steps.slice(count).flatMap((step) => step.asked.map(({ id }) => id)))
  for (const id of next ? unknownAt(form, next.id) : []) later.add(id)
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !later.has(id)))
}

/** What is known of the towns and streets that a step asks for, by field. */
export interface AddressHelp {
  suggestions: Readonly<Record<string, readonly string[]>>
  /** The town was filled in, or the postal code belongs to other towns than the one answered. */
  notes: Readonly<Record<string, { kind: 'filled' | 'other'; postalCode: string; towns: readonly string[] }>>
  /** The towns that the visitor was warned of, as a page without a script says it when it is posted again. */
  told?: readonly string[]
}

/** The answers that were sent, in words, to print or keep. */
export interface AnswersCopy {
  /** The form's. */
  title: string
  /** The day on which they arrived, in words. */
  day: string
  /** By step, and by item where a step repeats. */
  groups: readonly { title: string; items: readonly { question: string; answer: string }[] }[]
}

/** When the visitor is called or visited, in words, and what a calendar takes of it. */
export interface Appointment {
  title: string
  words: string
  /** The address of its calendar file, which holds all of it; without one where no day was chosen. */
  calendar?: string
}

/** How a form ends for some answers. */
export interface Ending {
  /** The alert shown in place of the thanks; null for the thanks. */
  alert: string | null
  /** The answers read back, in words, each with the title of its question. */
  shown: readonly { title: string; words: string }[]
  /** The call or visit that was asked for. */
  appointment?: Appointment
  /** Whether an operator looks at it before it goes to anybody: then there is nothing to thank for yet. */
  held?: true
  /** What the visitor calls the lead by, where it is known: no address says it. */
  reference?: string
  /** The answers, where the form shows them and this page knows them. */
  copy?: AnswersCopy
}

/** What is said of a form that is held: its words begin with this. */
export function heldWords({ subscription }: ResolvedForm): 'subscription.held' | 'held' {
  return subscription ? 'subscription.held' : 'held'
}

/** What is said in place of the thanks; null for the thanks, also where an address names an alert that there is not. */
export function alertOf(thanks: Thanks | undefined, ending: Ending | undefined): Alert | null {
  const { alerts = {} } = thanks ?? {}
  const id = ending?.alert ?? ''
  return Object.hasOwn(alerts, id) ? (alerts[id] ?? null) : null
}
