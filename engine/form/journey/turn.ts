import {
  type AnswerProblem,
  type Answers,
  type Judges,
  type RepeatedStep,
  type ResolvedForm,
  type ResolvedStep,
  withItem,
  withoutItem,
} from '#engine/form/model'
import { type Entries, readAnswers } from './form-data.ts'
import { endAt, type Journey, journey } from './journey.ts'
import { validateStep } from './validation/validate.ts'

/** Names of the form's own controls, beside the answers; `add`, `remove`, `to`, `past` and `restart` are what the button `go` may say. */
export const control = {
  go: 'go',
  shown: 'shown',
  key: 'key',
  /** The token of the results page whose answers are changed. */
  previous: 'previous',
  /** The token of the visit, by which its steps are counted. */
  visit: 'visit',
  definition: 'definition',
  /** The section of the page that shows the form. */
  section: 'section',
  /** People do not see this field; programs that fill whatever there is give themselves away. */
  honeypot: 'website',
  add: 'add',
  remove: 'remove-',
  to: 'to-',
  /** On from an end that lets the visitor go on. */
  past: 'past',
  restart: 'restart',
  /** Which towns the visitor was warned of. */
  told: 'address-told',
  /** The button of a form for later; `ask`, `save` and `open` are what it may say. */
  later: 'later',
} as const

/** What follows from a posted step: a step to show, answers to send, or the wish to begin anew. */
export type Turn =
  | {
      kind: 'show'
      step: string
      answers: Answers
      /** Empty unless the visitor has something to correct. */
      problems: readonly AnswerProblem[]
      /** A field that the posted answers revealed: it takes the focus, and is no mistake yet. */
      revealed: string | null
      /** Set where the step's answers lead to an end, which stands in place of its questions. */
      end?: string
    }
  | { kind: 'send'; answers: Answers }
  | { kind: 'restart' }

/**
 * The turn of a press that asks for no judgement, such as going back; null where the posted step is to be checked.
 * @param posted the id of the step that was shown
 */
export function turnUnjudged(form: ResolvedForm, posted: string, entries: Entries): Turn | null {
  const answers = readAnswers(form, entries)
  return unjudged(form, journey(form, answers), posted, entries, answers)
}

/**
 * One turn of the form: the posted step is checked, and the route goes on from there. Pure, and the same
 * on the server, for a plain POST, and in the browser.
 * @param posted the id of the step that was shown
 * @param entries its controls, with the answers of all other steps in hidden inputs
 */
export function turn(form: ResolvedForm, posted: string, entries: Entries, judges: Judges): Turn {
  const answers = readAnswers(form, entries)
  const route = journey(form, answers)
  const moved = unjudged(form, route, posted, entries, answers)
  if (moved) return moved
  const isTold = lastOf(entries, control.go) === control.past
  const shown = lastOf(entries, control.shown)?.split(' ') ?? null
  const at = route.steps.findIndex((step) => step.id === posted)
  return onwards(form, route, { at, answers, isTold, shown }, judges)
}

function lastOf(entries: Entries, name: string): string | undefined {
  return entries.findLast(([entry]) => entry === name)?.[1]
}

function unjudged(form: ResolvedForm, route: Journey, posted: string, entries: Entries, answers: Answers): Turn | null {
  const at = route.steps.findIndex((step) => step.id === posted)
  if (at === -1) return show(route.current ?? firstStep(route), answers)
  const go = lastOf(entries, control.go) ?? ''
  if (go === control.restart) return { kind: 'restart' }
  if (go === 'back') return show(route.steps[at - 1]?.id ?? posted, answers)
  const earlier = route.steps.slice(0, at + 1).find(({ id }) => go === control.to + id)
  if (earlier) return show(earlier.id, answers)
  const step = form.steps.find(({ id }) => id === posted)
  return step && isRepeated(step) ? otherItems(step, answers, go) : null
}

function isRepeated(step: ResolvedStep): step is RepeatedStep {
  return step.repeat !== undefined
}

/** One item more or less, if that is what was asked for. What is typed so far stays, and is judged later. */
function otherItems(step: RepeatedStep, answers: Answers, go: string): Turn | null {
  if (go === control.add) {
    const { first, ...more } = withItem(step, answers)
    return { ...show(step.id, more.answers), revealed: first }
  }
  const removed = go.startsWith(control.remove) ? go.slice(control.remove.length) : ''
  return /^\d+$/.test(removed) ? show(step.id, withoutItem(step, answers, Number(removed))) : null
}

/** The first screen of a form nobody has begun. @param answers what its address gives beforehand */
export function firstTurn(form: ResolvedForm, answers: Answers = {}): Turn & { kind: 'show' } {
  return show(firstStep(journey(form, answers)), answers)
}

/** A form that somebody goes on with: the step asked for, or the first that misses an answer. */
export function resume(form: ResolvedForm, answers: Answers, step: string | null): Turn {
  const route = journey(form, answers)
  const reached = route.steps.slice(0, route.steps.findIndex(({ id }) => id === route.current) + 1 || undefined)
  const at =
    reached.find(({ id }) => id === step)?.id ??
    (step === null ? firstStep(route) : (route.current ?? firstStep(route)))
  return withNotOffered(show(at, answers), route)
}

/** A step that is shown says which of its answers are no longer offered, and so are asked again. */
function withNotOffered(turn: Turn & { kind: 'show' }, { steps }: Journey): Turn & { kind: 'show' } {
  const { notOffered = [] } = steps.find(({ id }) => id === turn.step) ?? {}
  return { ...turn, problems: notOffered.map((field) => ({ field, code: 'offered', params: {} })) }
}

interface Posted {
  /** The step's place on the route. */
  at: number
  answers: Answers
  /** Whether the visitor goes on from an end that the step leads to. */
  isTold: boolean
  /** The ids of the fields that were on the screen; null where nobody says. */
  shown: string[] | null
}

/** Checks everything up to the posted step, so that a step that was skipped over comes back too. */
function onwards(form: ResolvedForm, route: Journey, { at, answers, isTold, shown }: Posted, judges: Judges): Turn {
  for (const [index, step] of route.steps.slice(0, at + 1).entries()) {
    const problems = validateStep(step, route.answers, judges)
    if (problems.length === 0) {
      const end = endAt(form, route, index, index < at || isTold)
      if (end !== null) return { ...show(step.id, answers), end }
      continue
    }
    // A field the posted answers revealed was never on the visitor's screen: it is asked, not complained about.
    const unseen = ({ field, code }: AnswerProblem) =>
      index === at && code === 'required' && shown !== null && !shown.includes(field)
    const revealed = problems.find(unseen)?.field ?? null
    return { kind: 'show', step: step.id, answers, problems: problems.filter((problem) => !unseen(problem)), revealed }
  }
  const next = route.steps[at + 1]
  return next ? withNotOffered(show(next.id, answers), route) : { kind: 'send', answers: route.answers }
}

export function show(step: string, answers: Answers): Turn & { kind: 'show' } {
  return { kind: 'show', step, answers, problems: [], revealed: null }
}

export function firstStep(route: Journey): string {
  return route.steps[0]?.id ?? ''
}
