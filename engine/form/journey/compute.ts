import {
  type Addend,
  type Answer,
  type Answers,
  answerTo,
  type Computation,
  type ComputedField,
  fieldPlace,
  type Reading,
  type ResolvedForm,
  type TableReading,
  templateId,
} from '#engine/form/model'
import { isDay, multiplied, repaymentOf, rounded, total } from '#engine/form/values'
// The browser loads this file only with a form that has computed values (web/shims/parts.ts).

/**
 * Computes what is known where a walk through the form has come to, and puts it among the answers.
 * @param place a step's id, with that of its field if the walk has come so far; null at the end
 */
export function settle(form: ResolvedForm, place: readonly string[] | null, answers: Record<string, Answer>): void {
  for (const field of form.computed ?? []) {
    if (
      !settling(form)
        .get(field.id)
        ?.includes(place?.join(' ') ?? '')
    )
      continue
    const value = computed(field.computed, answers, form.today)
    if (value !== null) answers[field.id] = value
  }
}

/** The ids of the values that are not known before a step: something that they are made of is asked there, or later. */
export function unknownAt(form: ResolvedForm, step: string): string[] {
  const isAsked = (id: string | undefined) =>
    form.steps.findIndex(({ fields }) => fields.some((each) => each.id === id))
  const at = form.steps.findIndex(({ id }) => id === step)
  return (form.computed ?? []).flatMap(({ id, after }) => (at !== -1 && isAsked(after) >= at ? [id] : []))
}

/**
 * The form on a day, which ages are counted to.
 * @param today YYYY-MM-DD where the visitor's market is
 */
export function onDay(form: ResolvedForm, today: string): ResolvedForm {
  if (form.today === today || !form.computed?.some(isToToday)) return form
  const known = dated.get(form)
  if (known?.today === today) return known
  const now = { ...form, today }
  dated.set(form, now)
  return now
}

const dated = new WeakMap<ResolvedForm, ResolvedForm>()

function isToToday({ computed }: ComputedField): boolean {
  return 'age' in computed && computed.asOf === undefined
}

/** For each value where it is known from: the next field of the same step, which may be left out, and the step that follows. */
function settling(form: ResolvedForm): ReadonlyMap<string, readonly string[]> {
  const known = places.get(form)
  if (known) return known
  const { steps } = form
  const made = new Map<string, string[]>()
  for (const { id, after } of form.computed ?? []) {
    const at = steps.findIndex(({ fields }) => fields.some((field) => field.id === after))
    const step = steps[at]
    const next = step?.repeat ? undefined : step?.fields[step.fields.findIndex((field) => field.id === after) + 1]
    made.set(id, [step && next ? `${step.id} ${next.id}` : [], steps[at + 1]?.id ?? ''].flat())
  }
  places.set(form, made)
  return made
}

const places = new WeakMap<ResolvedForm, ReadonlyMap<string, readonly string[]>>()

/**
 * A value as the answers make it; null where it has none.
 * @param today YYYY-MM-DD
 */
export function computed(computation: Computation, answers: Answers, today = ''): number | null {
  if ('age' in computation) {
    const { age, asOf } = computation
    return fullYears(answerTo(age, answers), asOf === undefined ? today : answerTo(asOf, answers))
  }
  if ('payment' in computation) return payment(computation, answers)
  if ('table' in computation) return lookUps.get(computation.version)?.(computation, answers) ?? null
  const sum = total(computation.sum.map((addend) => worth(addend, answers)))
  return computation.round === undefined ? sum : rounded(sum, computation.round)
}

/** Finds the value that a table has for answers; null where no row matches them. */
export type LookUp = (reading: TableReading, answers: Answers) => number | null

/** By the version of the table. Tables are read elsewhere, so that forms without one need no code for them. */
const lookUps = new Map<string, LookUp>()

/**
 * Has values computed from tables. Those that are no longer current are known for a while, for forms that visitors
 * began with them.
 * @param current by the version of the table
 */
export function learnTables(current: ReadonlyMap<string, LookUp>): void {
  for (const [version, lookUp] of current) {
    // What was learned last is forgotten last.
    lookUps.delete(version)
    lookUps.set(version, lookUp)
  }
  for (const version of [...lookUps.keys()].slice(0, -(current.size + mostFormer))) lookUps.delete(version)
}

const mostFormer = 50

/** Whether all tables that a form reads are known. */
export function knowsTables({ computed = [] }: ResolvedForm): boolean {
  return computed.every(({ computed }) => !('table' in computed) || lookUps.has(computed.version))
}

/** What is paid monthly, in the currency of what is lent; null while that is not a loan. */
function payment({ payment, round = 2 }: Extract<Computation, { payment: object }>, answers: Answers): number | null {
  const [amount, months] = [payment.amount, payment.months].map((id) => answerTo(id, answers))
  const isLoan = typeof amount === 'number' && amount > 0 && Number.isInteger(months) && Number(months) > 0
  if (!isLoan || Number(months) > mostMonths) return null
  const cents = repaymentOf({ cents: Math.round(amount * 100), rate: payment.rate, months: Number(months) }).payment
  return rounded(cents / 100, round)
}

/** Longer loans have no payment: each month takes a step to compute. */
const mostMonths = 1200

function worth(addend: Addend, answers: Answers): number {
  if (typeof addend === 'number') return addend
  if ('product' in addend) return addend.product.map((factor) => worth(factor, answers)).reduce(multiplied)
  const { factor: times = 1 } = addend
  return multiplied(total(idsOf(addend.field, answers).map((id) => counted(addend, answerTo(id, answers)))), times)
}

/** What one answer counts: nothing where there is none, or none of the kind. */
export function counted({ values, otherwise = 0 }: Reading, answer: Answer | undefined): number {
  if (answer === undefined) return 0
  if (!values) return typeof answer === 'number' && Number.isFinite(answer) ? answer : 0
  const options = [answer].flat().map(String)
  return total(options.map((option) => (Object.hasOwn(values, option) ? Number(values[option]) : otherwise)))
}

/** drivers.#.claims is that of each driver who is asked. */
function idsOf(id: string, answers: Answers): string[] {
  return fieldPlace(id).item === 'each'
    ? Object.keys(answers).filter((each) => templateId(fieldPlace(each)) === id)
    : [id]
}

/** From a day to another, both YYYY-MM-DD: who was born on a 29 February is a year older on the first of March. */
function fullYears(from: Answer | undefined, to: Answer | undefined): number | null {
  if (typeof from !== 'string' || typeof to !== 'string' || !isDay(from) || !isDay(to) || from > to) return null
  const [born, year] = [from, to].map((day) => Number(day.slice(0, 4)))
  return Number(year) - Number(born) - Number(to.slice(4) < from.slice(4))
}
