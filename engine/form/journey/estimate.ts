import {
  type Answer,
  type Answers,
  answerTo,
  figureText,
  limitedField,
  plainWords,
  type ResolvedField,
  type ResolvedForm,
  readBy,
  templateId,
} from '#engine/form/model'
import { measureText } from '#engine/form/values'
import type { EstimateDefinition } from '#schemas/generated/form.ts'
import { type Journey, journey } from './journey.ts'

// The browser loads this file only with a form that shows an estimate (web/shims/parts.ts).

/** A figure as it is shown: its lower and its upper end, which are the same where it is no range. */
interface Estimated {
  from: number
  to: number
}

/**
 * The figure of a form for answers; null while one that it is made of is missing or not valid, and where there is none, such
 * as no row of a table.
 */
export function estimateOf(form: ResolvedForm, { steps, answers }: Journey): Estimated | null {
  const { estimate } = form
  if (!estimate) return null
  const shown = shownBy(estimate)
  const read = readFor(form, shown)
  const isMissing = ({ id, place, ...field }: ResolvedField): boolean => {
    if (!read.has(templateId(place))) return false
    const answer = answerTo(id, answers)
    return answer === undefined ? !field.optional : !fits(limitedField({ id, place, ...field }, answers, form), answer)
  }
  if (steps.some(({ asked }) => asked.some(isMissing))) return null
  if ([...read].some((id) => isComputed(form, id) && answerTo(id, answers) === undefined)) return null
  return endsOf(shown, answers)
}

/** The figure as a language says it: £195.07, €150–€180, 3,200 kWh. */
export function estimateText({ from, to }: Estimated, form: ResolvedForm): string {
  const unit = form.estimate?.unit
  const ends = from === to ? ([from] as const) : ([from, to] as const)
  const { currency } = form.market
  const figure = unit === undefined ? ({ unit: 'money', ends, currency } as const) : ({ unit: 'count', ends } as const)
  return measureText(figureText(figure, form, noWords), unit)
}

/** An estimate as a visitor read it. */
interface EstimateTold {
  title: string
  figure: string
  assumption: string
}

/**
 * The estimate that goes with the answers of a lead; null where the form shows none, or none for these. It is made of the
 * computed values that the lead holds, whatever tables and days have become since.
 */
export function estimateTold(form: ResolvedForm, answers: Answers): EstimateTold | null {
  const found = estimateOf(form, { ...journey(form, answers), answers })
  if (!found || !form.estimate) return null
  const { title, assumption } = form.estimate
  return { title: plainWords(title), figure: estimateText(found, form), assumption: plainWords(assumption) }
}

/** Figures of these units need none. */
const noWords = () => ''

function shownBy({ value, from, to }: EstimateDefinition): string[] {
  return [value ?? [], from ?? [], to ?? []].flat()
}

function endsOf(shown: readonly string[], answers: Answers): Estimated | null {
  const numbers = shown.map((id) => answerTo(id, answers)).filter((value) => typeof value === 'number')
  return numbers.length === 0 ? null : { from: Math.min(...numbers), to: Math.max(...numbers) }
}

function isComputed({ computed = [] }: ResolvedForm, wanted: string): boolean {
  return computed.some(({ id }) => id === wanted)
}

/** The ids of all that values are made of in the end, themselves among them. */
function readFor({ computed = [] }: ResolvedForm, ids: readonly string[]): Set<string> {
  const all = new Set(ids)
  // Each is below those that it reads.
  for (const value of computed.toReversed()) if (all.has(value.id)) for (const id of readBy(value.computed)) all.add(id)
  return all
}

/** Whether an answer is one that the field takes, as far as figures are made of it. */
function fits({ schema }: ResolvedField, answer: Answer): boolean {
  const { type, enum: options, minimum = -Infinity, maximum = Infinity } = schema
  if (Array.isArray(options)) return (options as Answer[]).includes(answer)
  if (type !== 'integer' && type !== 'number') return true
  const isNumber = typeof answer === 'number' && (type === 'number' || Number.isInteger(answer))
  return isNumber && answer >= Number(minimum) && answer <= Number(maximum)
}
