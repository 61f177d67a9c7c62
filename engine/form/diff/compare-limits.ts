import { formatOf } from '../journey/validation/formats.ts'
import { exclusiveOption } from '../model/exclusive.ts'
import type { ResolvedField } from '../model/form.ts'
import { limitInWords } from '../model/limits/limits.ts'
import { boundDay } from '../values/calendar.ts'

/** A limit of a field's answers that is another now. */
export interface LimitChange {
  /** “the minimum 20 instead of 10” */
  words: string
  /** Whether answers that were taken before may be refused now. */
  narrows: boolean
  /** Whether answers that were refused before may be taken now. */
  widens: boolean
}

/** A value that only grows narrower upwards (1) or downwards (-1), or in no order at all (0). */
type Direction = 1 | -1 | 0

const keywords: Readonly<Record<string, Direction>> = {
  minimum: 1,
  maximum: -1,
  minLength: 1,
  maxLength: -1,
  minItems: 1,
  maxItems: -1,
  multipleOf: 0,
  pattern: 0,
}

/**
 * The limits that differ between two versions of a field of one shape.
 * @param today YYYY-MM-DD: bounds such as -18y are days only then
 */
export function limitChanges(before: ResolvedField, after: ResolvedField, today: string): LimitChange[] {
  const [was, is] = [limitsOf(before, today), limitsOf(after, today)]
  const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const change = compare(name, was.get(name), is.get(name))
    return change ? [change] : []
  })
  return [...changes, ...countryChange(before, after)]
}

/** A number without a country code is read as one of another country; stored it is one of the world as before. */
function countryChange(before: ResolvedField, after: ResolvedField): LimitChange[] {
  const [was, is] = [formatOf(before)?.country, formatOf(after)?.country]
  if (was === is) return []
  return [{ words: `the country ${is} instead of ${was}`, narrows: true, widens: false }]
}

interface Limit {
  value: unknown
  words: string
  direction: Direction
}

function limitsOf(field: ResolvedField, today: string): Map<string, Limit> {
  const { schema, bounds = {} } = field
  const limits = Object.entries(keywords).map(([name, direction]): [string, Limit] => {
    const value = schema[name]
    return [name, { value, words: String(value), direction }]
  })
  const days = (['earliest', 'latest'] as const).map((name): [string, Limit] => {
    const bound = bounds[name]
    const direction = name === 'earliest' ? 1 : -1
    return [name, { value: bound && boundDay(bound, today), words: String(bound), direction }]
  })
  const answers = answerLimitsOf(field)
  const exclusive = exclusiveOption(schema)
  const other: [string, Limit] = ['exclusive option', { value: exclusive, words: `"${exclusive}"`, direction: 0 }]
  return new Map([...limits, ...days, ...answers, other].filter(([, { value }]) => value !== undefined))
}

/** Which of two limits that answers set is the narrower depends on the answers. */
function answerLimitsOf({ limits = [] }: ResolvedField): [string, Limit][] {
  return [...Map.groupBy(limits, ({ code }) => code)].map(([code, each]) => {
    const words = `(${each.map(limitInWords).join(' and ')})`
    return [`${code} set by answers`, { value: words, words, direction: 0 }]
  })
}

function compare(name: string, was: Limit | undefined, is: Limit | undefined): LimitChange | null {
  if (was?.value === is?.value) return null
  if (!was) return { words: `the ${name} ${is?.words} instead of none`, narrows: true, widens: false }
  if (!is) return { words: `no ${name} instead of ${was.words}`, narrows: false, widens: true }
  const words = `the ${name} ${is.words} instead of ${was.words}`
  if (is.direction === 0) return { words, narrows: true, widens: true }
  const narrows = is.direction === 1 ? isAbove(is.value, was.value) : isAbove(was.value, is.value)
  return { words, narrows, widens: !narrows }
}

/** Numbers by their size, days by the calendar: as YYYY-MM-DD they sort as text. */
function isAbove(one: unknown, other: unknown): boolean {
  return typeof one === 'number' ? one > Number(other) : String(one) > String(other)
}
