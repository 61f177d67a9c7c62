import { type Answer, type Answers, answerTo, type NestedAnswers } from './answers.ts'
import { holds } from './condition.ts'
import { endingOf } from './ending.ts'
import type { ResolvedField, ResolvedForm } from './form.ts'
import { type Journey, journey } from './journey.ts'
import { leadContent } from './lead.ts'
import type { Judges } from './problem.ts'
import { templateOf } from './repeat.ts'
import { choices, isTaken, sampleAnswer } from './sample-answers.ts'
import { validate } from './validate.ts'
import { expectations, valueClasses } from './value-classes.ts'

/** A defect, and the fewest answers that show it. */
export interface ProofProblem {
  message: string
  answers: Answers
  /** The field at which a visitor is kept from finishing. Without one the form is odd, but can be sent. */
  stuckAt?: string
}

/** What was proven about a form in one language. */
export interface Proof {
  /** How many combinations of value classes were walked. */
  walks: number
  /** One complete filling for each distinct set of questions and way to end. */
  vectors: Answers[]
  /** Each vector's answers as a lead holds them. */
  leads: NestedAnswers[]
  problems: ProofProblem[]
}

export interface ProofOptions {
  judges: Judges
  /** YYYY-MM-DD */
  today: string
  /** How many walks are too many. */
  cap?: number | undefined
}

/**
 * Walks a form over every combination of the value classes of the fields that its conditions read. Those decide alone
 * which steps and fields there are, so what is not met on any of these walks can be met by nobody.
 */
export function prove(form: ResolvedForm, { judges, today, cap = 20_000 }: ProofOptions): Proof {
  const read = expectations(form)
  const problems: ProofProblem[] = []
  const routes = new Map<string, Answers>()
  const fields = new Set<string>()
  const steps = new Set<string>()
  const alerts = new Set<string>()
  const conditions = new Map<string, Set<boolean>>()
  const widths = new Map<string, number>()
  const unanswerable = new Set<string>()
  let walks = 0

  const report = (message: string, answers: Answers = {}) => problems.push({ message, answers })

  /** Answers the first open question in every way that matters, and goes on from each. */
  function walk(answers: Answers, skipped: ReadonlySet<string>): void {
    if (walks > cap) return
    const route = journey(form, answers)
    for (const step of route.steps) {
      const open = step.asked.find(({ id }) => answerTo(id, answers) === undefined && !skipped.has(id))
      if (!open) continue
      const place = { step: step.id, answers: route.answers, judges, today }
      const expected = read.get(templateOf(open.id))
      const values = expected ? valueClasses(open, expected, place) : [sampleAnswer(open, place) ?? undefined]
      if (expected) widths.set(open.id, values.length)
      if (values.length === 0 || (values[0] === undefined && !open.optional)) {
        unanswerable.add(open.id)
        return
      }
      for (const value of values) {
        if (value === undefined) walk(answers, new Set([...skipped, open.id]))
        else walk({ ...answers, [open.id]: value }, skipped)
      }
      return
    }
    walks += 1
    arrive(route)
  }

  function arrive(route: Journey): void {
    const { answers } = route
    const asked = route.steps.flatMap((step) => step.asked.map(({ id }) => id))
    for (const step of route.steps) steps.add(step.id)
    for (const id of asked) fields.add(id)
    for (const step of form.steps) {
      seen(`step "${step.id}"`, step.when !== undefined, holds(step.when, answers))
      if (!steps.has(step.id)) continue
      for (const field of step.fields) seen(`field "${field.id}"`, field.when !== undefined, holds(field.when, answers))
    }
    const { alert } = endingOf(form, answers)
    if (alert !== null) alerts.add(alert)
    const signature = [alert ?? '', ...asked].join(' ')
    if (routes.has(signature)) return
    routes.set(signature, answers)
    const [problem] = validate(route, judges)
    if (!problem) return
    const message = `The route cannot be completed: "${problem.field}" breaks "${problem.code}".`
    problems.push({ message, answers, stuckAt: problem.field })
  }

  function seen(what: string, isConditional: boolean, value: boolean): void {
    if (isConditional) conditions.set(what, (conditions.get(what) ?? new Set()).add(value))
  }

  walk({}, new Set())
  if (walks > cap) {
    const widest = [...widths].sort(([, a], [, b]) => b - a).slice(0, 5)
    const blamed = widest.map(([id, count]) => `"${id}" (${count})`).join(', ')
    return { walks, vectors: [], leads: [], problems: [{ message: tooMany(cap, blamed), answers: {} }] }
  }
  if (unanswerable.size > 0) {
    // What lies behind such a field was never walked, so nothing can be said of it.
    const stuck = [...unanswerable].map((id): ProofProblem => {
      return { message: `No answer to "${id}" was found that it takes: ${remedy}`, answers: {}, stuckAt: id }
    })
    return { walks, vectors: [], leads: [], problems: stuck }
  }
  for (const step of form.steps) {
    if (!steps.has(step.id)) report(`The step "${step.id}" is never reached: its condition cannot hold.`)
    else for (const field of step.fields) proveField(step.id, field)
  }
  for (const alert of Object.keys(form.thanks?.alerts ?? {}))
    if (!alerts.has(alert)) report(`The alert "${alert}" is never shown: its condition cannot hold.`)
  for (const [what, values] of conditions)
    if (values.size === 1 && values.has(true)) report(`The condition of ${what} always holds. Remove it.`)
  const vectors = [...routes.values()]
  return { walks, vectors, leads: vectors.map((answers) => leadContent(form, answers).answers), problems }

  function proveField(step: string, field: ResolvedField): void {
    const isRepeated = field.id.includes('.#.')
    const isReached = isRepeated
      ? [...fields].some((id) => id === field.id.replace('.#.', '.0.'))
      : fields.has(field.id)
    if (!isReached) return void report(`The field "${field.id}" is never asked: its condition cannot hold.`)
    for (const option of deadOptions(step, field))
      report(`The option "${option}" of "${field.id}" can never be chosen: the field's rules refuse it.`)
  }

  function deadOptions(step: string, field: ResolvedField): string[] {
    const place = { step, answers: {}, judges, today }
    const taken = (answer: Answer) => isTaken(field, answer, place)
    const items = (field.schema.items as { enum?: string[] } | undefined)?.enum
    if (!items) return []
    const all = items.flatMap((option) => choices([option, ...items.filter((other) => other !== option)]))
    const possible = new Set(all.filter(taken).flat())
    return items.filter((option) => !possible.has(option))
  }
}

const remedy = 'its rules contradict each other, or it has a pattern and needs an "example".'

function tooMany(cap: number, blamed: string): string {
  return `Its conditions tell more than ${cap} combinations of answers apart. Most come from ${blamed}: let fewer fields decide.`
}
