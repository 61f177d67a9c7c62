import type { Answer, Answers } from '../journey/answers.ts'
import { computed as computedSum, counted } from '../journey/compute.ts'
import { type Addend, type Reading, readingsIn } from '../model/computed/computation.ts'
import { exclusiveOption } from '../model/exclusive.ts'
import { placeOf, templateId } from '../model/field-place.ts'
import type { ComputedField, ResolvedField } from '../model/form.ts'
import { kindNamed } from '../model/kind-named.ts'
import { boundDay } from '../values/calendar.ts'
import { total } from '../values/decimal-sums.ts'

/** A number that takes no more values than so many is tried with each; of others the ends stand for all. */
const fewNumbers = 64

/** How many answers, and ways to go on, are told apart. */
export const mostAlike = 1000

/** How far numbers without bounds are tried. */
const farOff = 1_000_000_000

/** Answers to a field that count differently in a value, each once. @param chain the value, below those it is made of */
export function answersThatCount(field: ResolvedField, chain: readonly ComputedField[]): (Answer | undefined)[] {
  const { schema } = field
  const readings = readingsOf(field, chain)
  const items = schema.items as { enum?: string[] } | undefined
  const worth = (answer: Answer) => readings.map((reading) => counted(reading, answer)).join()
  const distinct = (answers: readonly Answer[]) => [
    ...new Map(answers.map((answer) => [worth(answer), answer])).values(),
  ]
  if (items?.enum) return choicesThatCount(field, items.enum, worth)
  if (Array.isArray(schema.enum)) return distinct(schema.enum as Answer[])
  if (schema.type === 'boolean') return distinct([true, false])
  if (schema.type === 'integer' || schema.type === 'number') return numbersOf(field)
  return kindNamed(field.kind)?.calendar === 'day' ? ['1950-01-01', '2000-01-01', '2050-01-01'] : [undefined]
}

/** Whether a field takes more numbers, or days, than are tried one by one. */
export function isWide(field: ResolvedField): boolean {
  const { type, enum: listed } = field.schema
  if (kindNamed(field.kind)?.calendar === 'day') return true
  return (type === 'integer' || type === 'number') && !listed && countOf(field) > fewNumbers
}

function countOf({ schema, ...field }: ResolvedField): number {
  const { minimum = 0, maximum = farOff } = schema
  return Math.floor((Number(maximum) - Number(minimum)) / stepOf({ schema, ...field })) + 1
}

function numbersOf(field: ResolvedField): number[] {
  const { schema } = field
  const [least, most] = [Number(schema.minimum ?? 0), Number(schema.maximum ?? farOff)]
  const step = stepOf(field)
  if (isWide(field)) return [least, most]
  return Array.from({ length: Math.max(countOf(field), 1) }, (_, index) =>
    total([least, Math.round(index * step * 100) / 100]),
  )
}

function stepOf({ schema }: ResolvedField): number {
  return schema.type === 'integer' ? 1 : Number(schema.multipleOf ?? 0.01)
}

/** Of several options the sums and numbers of choices that there are, found option by option. */
function choicesThatCount(
  field: ResolvedField,
  options: readonly string[],
  worth: (answer: Answer) => string,
): Answer[] {
  const none = exclusiveOption(field.schema)
  let chosen: string[][] = [[]]
  for (const option of options.filter((each) => each !== none)) {
    if (chosen.length > mostAlike) break
    const more = chosen.flatMap((set) => [set, [...set, option]])
    chosen = [...new Map(more.map((set) => [`${set.length} ${worth(set)}`, set])).values()]
  }
  return [...chosen.filter((set) => set.length > 0), ...(none === undefined ? [] : [[none]])]
}

function readingsOf({ place }: ResolvedField, chain: readonly ComputedField[]): Reading[] {
  const id = templateId(place)
  return chain.flatMap(({ computed }) =>
    'age' in computed ? [] : readingsIn(computed.sum).filter(({ field }) => field === id),
  )
}

/**
 * What answers do to a value, in text: where it is equal, so is the value, whatever else is answered.
 * @param known hasItems: more items are to be answered, so that their number counts; done: the ids of fields that all their
 * answers are among these of, so that a product of them is a number
 */
export function effectOf(
  chain: readonly ComputedField[],
  answers: Answers,
  { hasItems = true, done }: { hasItems?: boolean; done?: ReadonlySet<string> } = {},
): string {
  const given = Object.entries(answers).map(([id, answer]) => ({ template: templateOf(id), answer }))
  const amount = (reading: Reading) =>
    total(given.flatMap(({ template, answer }) => (template === reading.field ? [counted(reading, answer)] : [])))
  const part = (addend: Addend): unknown => {
    if (typeof addend === 'number') return null
    return 'product' in addend ? addend.product.map(part) : amount(addend)
  }
  const plain = (addends: readonly Addend[]) =>
    addends.flatMap((addend) => (typeof addend === 'object' && 'field' in addend ? [addend] : []))
  const groups = chain.flatMap(({ computed }) =>
    'age' in computed ? [] : readingsIn(computed.sum).flatMap(({ field }) => placeOf(field).group ?? []),
  )
  return JSON.stringify([
    chain.map(({ computed }) => {
      if ('age' in computed) return [answers[computed.age], computed.at && answers[computed.at]]
      const { sum } = computed
      const added = plain(sum).map((reading) => times(amount(reading), reading))
      const products = sum.filter((addend) => typeof addend === 'object' && 'product' in addend)
      const [whole, open] = [true, false].map((isWhole) =>
        products.filter((each) => readingsIn([each]).every(({ field }) => done?.has(field)) === isWhole),
      )
      return [total([...added, computedSum({ sum: whole ?? [] }, answers) ?? 0]), open?.map(part)]
    }),
    hasItems && groups.map((group) => answers[group]),
  ])
}

function templateOf(id: string): string {
  return id.includes('.') ? templateId(placeOf(id)) : id
}

function times(amount: number, { times = 1 }: Reading): number {
  return Math.round(amount * times * 1e9) / 1e9
}

/** Some of many ways, from first to last: who answers last meets each bound exactly, whatever was answered before. */
function spread(ways: readonly Answers[]): Answers[] {
  const each = Math.max(1, Math.ceil(ways.length / 12))
  return ways.filter((_, index) => index % each === 0 || index === ways.length - 1)
}

type Made = (answer: Answer, way: Answers) => number | undefined

/** Numbers at which a value passes those that conditions name: it follows a number in a straight line. */
export function numbersAt(
  field: ResolvedField,
  named: readonly number[],
  ways: readonly Answers[],
  made: Made,
): number[] {
  const { type, minimum = 0 } = field.schema
  if ((type !== 'integer' && type !== 'number') || !isWide(field)) return []
  const [step, from] = [stepOf(field), Number(minimum)]
  const far = 1_000_000 * step
  const found = spread(ways).flatMap((way) => {
    const [start = 0, end = 0] = [made(from, way), made(total([from, far]), way)]
    const slope = (end - start) / far
    return slope === 0 ? [] : named.map((bound) => Math.round((from + (bound - start) / slope) / step))
  })
  return [...new Set(found)].flatMap((at) => [at - 1, at, at + 1].map((each) => Number((each * step).toFixed(6))))
}

/** Days at which it does: it only falls, or only rises, from one to the next. */
export function daysAt(
  field: ResolvedField,
  named: readonly number[],
  ways: readonly Answers[],
  made: Made,
  today: string,
): string[] {
  if (kindNamed(field.kind)?.calendar !== 'day') return []
  const [first, last] = [dayNumber(boundDay('-120y', today)), dayNumber(boundDay('+120y', today))]
  return spread(ways).flatMap((way) =>
    named.flatMap((bound) => {
      // A day without an age counts as one below all ages.
      const isBeyond = (day: number) => (made(dayText(day), way) ?? -Infinity) >= bound
      return [...new Set([flip(first, dayNumber(today), isBeyond), flip(dayNumber(today), last, isBeyond)])].flatMap(
        (day) => [day - 1, day, day + 1].map(dayText),
      )
    }),
  )
}

/** The first day on which something is otherwise than on the first of all. */
function flip(first: number, last: number, holds: (day: number) => boolean): number {
  const at = holds(first)
  let [low, high] = [first, last]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle) === at) low = middle
    else high = middle
  }
  return high
}

const msPerDay = 86_400_000

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / msPerDay
}

function dayText(day: number): string {
  return new Date(day * msPerDay).toISOString().slice(0, 10)
}
