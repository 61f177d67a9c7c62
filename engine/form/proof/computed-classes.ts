import { computed, computed as computedSum, counted } from '#engine/form/journey'
import {
  type Addend,
  type Answer,
  type Answers,
  addendsOf,
  answerTo,
  type ComputedField,
  exclusiveOption,
  fieldId,
  fieldPlace,
  kindNamed,
  meets,
  type Reading,
  type ResolvedField,
  type ResolvedForm,
  readBy,
  readingsIn,
  templateId,
} from '#engine/form/model'
import { boundDay, multiplied, total } from '#engine/form/values'
import type { Expected } from '#schemas/generated/form.ts'
import { valuesIn } from './value-classes.ts'

/** A number that takes no more values than so many is tried with each; of others the ends stand for all. */
const fewNumbers = 64

/** How many answers, and ways to go on, are told apart. */
const mostAlike = 1000

/** How far numbers without bounds are tried. */
const farOff = 1_000_000_000

const msPerDay = 86_400_000

/** What conditions on computed values mean for walks. */
export interface ComputedClasses {
  /** Whether conditions find out, through computed values, what is answered to a field. */
  decides: (field: ResolvedField) => boolean
  /** Answers to try, so that the values of each kind are met. */
  candidates: (field: ResolvedField, answers: Answers) => Answer[]
  /**
   * What all conditions on values find, for whatever is answered to the questions that follow: two answers for which that
   * is the same are alike.
   * @param answers what was answered before
   */
  tell: (field: ResolvedField, answer: Answer | undefined, answers: Answers) => string
  /**
   * What is left to find out before a question is answered: where that is the same, so is all that follows. null where the
   * form computes nothing that conditions read.
   */
  stateAt: (open: ResolvedField, answers: Answers) => string | null
  /** The values that are made of too many answers to be told apart. */
  tooLarge: ReadonlySet<string>
}

/**
 * @param read what conditions expect of each field and value, by id
 * @param isAlone whether answers to a field decide nothing but what conditions find
 */
export function computedClasses(
  form: ResolvedForm,
  read: ReadonlyMap<string, readonly Expected[]>,
  isAlone: (id: string) => boolean,
): ComputedClasses {
  const all = form.computed ?? []
  const tooLarge = new Set<string>()
  const values = all.filter(({ id }) => read.has(id)).map((value) => ({ value, chain: chainOf(value, all) }))
  const counted = new Set(
    values.flatMap(({ chain }) => chain.flatMap(({ computed }) => readBy(computed))).filter(isAlone),
  )
  const of = (field: ResolvedField) => {
    const id = templateId(field.place)
    return values.filter(({ chain }) =>
      chain.some(({ computed }) => readBy(computed).includes(id) || countsItems(computed, id)),
    )
  }

  /** A value once all is answered. */
  function made(chain: readonly ComputedField[], answers: Answers): number | undefined {
    const known: Record<string, Answer> = { ...answers }
    for (const each of chain) {
      const value = computed(each.computed, known, form.today)
      if (value !== null) known[each.id] = value
    }
    return answerTo(chain.at(-1)?.id ?? '', known) as number | undefined
  }

  /** What may be answered to all that follows, as far as it counts; nothing of it where there is too much. */
  const waysOn = remembered((chain, field, answers, isIncluded) => {
    const found = completions(form, chain, field, answers, isIncluded)
    if (found) return found
    tooLarge.add(chain.at(-1)?.id ?? '')
    return { ways: [{}], areAll: true }
  })

  const found = new Map<string, string>()
  /** What conditions on a value find in all ways to go on. @param isIncluded whether the field is still to be answered */
  function toldOn(chain: readonly ComputedField[], field: ResolvedField, given: Answers, isIncluded: boolean): string {
    const expected = read.get(chain.at(-1)?.id ?? '') ?? []
    const key = [field.id, isIncluded, ...chain.map(({ id }) => id), effectOf(chain, given)].join(' ')
    const known = found.get(key)
    if (known !== undefined) return known
    const { ways, areAll } = waysOn(chain, field, given, isIncluded)
    // Between the ways that are tried lie others, which meet whatever lies between what those come to.
    const bounds = areAll ? [] : expected.flatMap(numbersIn)
    const told = ways.map((more) => {
      const value = made(chain, { ...given, ...more })
      if (value === undefined) return ''
      return [...expected.map((one) => meets(one, value)), ...bounds.flatMap((bound) => [value < bound, value > bound])]
        .map(Number)
        .join('')
    })
    found.set(key, told.join())
    return told.join()
  }

  return {
    tooLarge,
    decides: (field) => of(field).length > 0,
    tell(field, answer, answers) {
      const given = answer === undefined ? answers : { ...answers, [field.id]: answer }
      return of(field)
        .map(({ chain }) => toldOn(chain, field, given, false))
        .join(';')
    },
    stateAt(open, answers) {
      if (values.length === 0) return null
      const given = Object.entries(answers).flatMap(([id, answer]) => {
        if (all.some((each) => each.id === id)) return []
        const template = templateId(fieldPlace(id))
        return [[id, counted.has(template) ? (read.get(template) ?? []).map((one) => meets(one, answer)) : answer]]
      })
      return JSON.stringify([open.id, given, values.map(({ chain }) => toldOn(chain, open, answers, true))])
    },
    candidates: (field, answers) =>
      of(field).flatMap(({ value, chain }): Answer[] => {
        const named = (read.get(value.id) ?? []).flatMap(numbersIn)
        const bounds = named.flatMap((bound) => [
          bound,
          ...halves(chain).flatMap((half) => [bound - half, bound + half]),
        ])
        const { ways } = waysOn(chain, field, answers)
        const counting = answersThatCount(field, chain)
        if (counting.length > mostAlike) tooLarge.add(value.id)
        const withAnswer = (answer: Answer, way: Answers) => made(chain, { ...answers, ...way, [field.id]: answer })
        return [
          ...counting.filter((each) => each !== undefined),
          ...numbersAt(field, bounds, ways, withAnswer),
          ...daysAt(field, named, ways, withAnswer, form.today ?? ''),
        ]
      }),
  }
}

/** A value below all the values that it is made of. Sums that it adds up stand in it themselves: less is to be told apart. */
function chainOf(read: ComputedField, all: readonly ComputedField[]): ComputedField[] {
  const { computed } = read
  const value = 'sum' in computed ? { ...read, computed: { ...computed, sum: inlined(computed.sum, all) } } : read
  return [...below(value, all), value]
}

/** The values that a value reads, each below those that it is made of. */
function below(value: ComputedField, all: readonly ComputedField[]): ComputedField[] {
  const needed = new Set(readBy(value.computed))
  for (const each of all.toReversed()) if (needed.has(each.id)) for (const id of readBy(each.computed)) needed.add(id)
  return all.filter(({ id }) => needed.has(id))
}

function inlined(sum: readonly Addend[], all: readonly ComputedField[], times = 1): Addend[] {
  return sum.flatMap((addend): Addend[] => {
    if (typeof addend === 'number') return [multiplied(addend, times)]
    if ('product' in addend) {
      const numbers = addend.product.filter((factor) => typeof factor === 'number')
      const [factor, ...others] = addend.product.filter((each) => typeof each !== 'number')
      if (factor === undefined || others.length > 0) return [{ product: [...addend.product, times] }]
      return inlined([factor], all, numbers.reduce(multiplied, times))
    }
    const scaled = multiplied(addend.factor ?? 1, times)
    const { computed } = all.find(({ id }) => id === addend.field) ?? {}
    const isSum = computed && 'sum' in computed && computed.round === undefined
    return isSum ? inlined(computed.sum, all, scaled) : [{ ...addend, factor: scaled }]
  })
}

/** How many drivers there are decides whose claims are added up. */
function countsItems(computation: ComputedField['computed'], id: string): boolean {
  return readingsIn(addendsOf(computation)).some(
    ({ field }) => fieldPlace(field).item !== undefined && fieldPlace(field).group === id,
  )
}

/** How far rounding may move a value. */
function halves(chain: readonly ComputedField[]): number[] {
  return chain.flatMap(({ computed }) =>
    'sum' in computed && computed.round !== undefined ? Number(`5e-${computed.round + 1}`) : [],
  )
}

type WaysOn = (
  chain: readonly ComputedField[],
  field: ResolvedField,
  answers: Answers,
  isIncluded?: boolean,
) => Completions

/** What follows depends on what was answered only as far as that counts. */
function remembered(find: WaysOn): WaysOn {
  const known = new Map<string, Completions>()
  return (chain, field, answers, isIncluded = false) => {
    const counts = Object.entries(answers).filter(([id]) => chain.some(({ computed }) => countsItems(computed, id)))
    const key = JSON.stringify([chain.at(-1)?.id, field.id, isIncluded, counts])
    const ways = known.get(key) ?? find(chain, field, answers, isIncluded)
    known.set(key, ways)
    return ways
  }
}

/** The numbers that an expectation names. */
function numbersIn(expected: Expected): number[] {
  return valuesIn(expected).filter((value) => typeof value === 'number')
}

/** Ways to go on after a field. */
interface Completions {
  ways: readonly Answers[]
  /** Whether there are no others: numbers and days with many values stand for those between them. */
  areAll: boolean
}

/**
 * What may be answered, after a field, to all that a value is made of: one way for each difference that it makes to the
 * value. null where these are too many.
 * @param chain the value, below those that it is made of
 * @param isIncluded whether the field itself is to be answered too
 */
function completions(
  form: ResolvedForm,
  chain: readonly ComputedField[],
  { id: from }: ResolvedField,
  answers: Answers,
  isIncluded = false,
): Completions | null {
  let ways: Answers[] = [{}]
  const behind = fieldsBehind(form, chain, from, isIncluded)
  for (const [at, { field, mayLack }] of behind.entries()) {
    const open = new Set(behind.slice(at + 1).map(({ field }) => templateId(field.place)))
    const done = new Set(behind.map(({ field }) => templateId(field.place)).filter((id) => !open.has(id)))
    const values = answersThatCount(field, chain)
    const further = new Map<string, Answers>()
    for (const way of ways) {
      const isThere = isItem({ ...answers, ...way }, field)
      for (const value of !isThere ? [undefined] : mayLack ? [undefined, ...values] : values) {
        const next = value === undefined ? way : { ...way, [field.id]: value }
        further.set(effectOf(chain, next, { done }), next)
      }
    }
    if (further.size > mostAlike) return null
    ways = [...further.values()]
  }
  const done = new Set(behind.map(({ field }) => templateId(field.place)))
  const each = new Map(ways.map((way) => [effectOf(chain, way, { hasItems: false, done }), way]))
  return { ways: [...each.values()], areAll: !behind.some(({ field }) => isWide(field)) }
}

/** Whether there is such an item, if it is one: drivers.2 is where there are three drivers. */
function isItem(answers: Answers, { place: { group = '', item } }: ResolvedField): boolean {
  return typeof item !== 'number' || item < Number(answerTo(group, answers) ?? 0)
}

/** The fields below one that a value is made of, those of items as often as there may be. */
function fieldsBehind(form: ResolvedForm, chain: readonly ComputedField[], from: string, isIncluded: boolean) {
  const read = new Set(chain.flatMap(({ computed }) => readBy(computed)))
  const groups = new Set(
    [...read].flatMap((id) => (fieldPlace(id).item === undefined ? [] : (fieldPlace(id).group ?? []))),
  )
  const all = form.steps.flatMap((step) => {
    const { repeat } = step
    const items = Array.from({ length: repeat?.max ?? 0 }, (_, item) =>
      step.fields.flatMap((field) => (field.place.item === 'each' ? [{ step, field: itemOf(field, item) }] : [])),
    )
    const others = step.fields.filter(({ place }) => place.item !== 'each').map((field) => ({ step, field }))
    return [...others, ...items.flat()]
  })
  const at = all.findIndex(({ field }) => field.id === from)
  return all.slice(isIncluded ? at : at + 1).flatMap(({ step, field }) => {
    const { id, place, optional, optionalWhen, when } = field
    const template = typeof place.item === 'number' ? fieldId({ ...place, item: 'each' }) : id
    if (!read.has(template) && !groups.has(id)) return []
    return [{ field, mayLack: optional || optionalWhen !== undefined || when !== undefined || step.when !== undefined }]
  })
}

function itemOf(field: ResolvedField, item: number): ResolvedField {
  const place = { ...field.place, item }
  return { ...field, place, id: fieldId(place) }
}

/** Answers to a field that count differently in a value, each once. @param chain the value, below those it is made of */
function answersThatCount(field: ResolvedField, chain: readonly ComputedField[]): (Answer | undefined)[] {
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
function isWide(field: ResolvedField): boolean {
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
  return chain.flatMap(({ computed }) => readingsIn(addendsOf(computed)).filter(({ field }) => field === id))
}

/**
 * What answers do to a value, in text: where it is equal, so is the value, whatever else is answered.
 * @param known hasItems: more items are to be answered, so that their number counts; done: the ids of fields that all their
 * answers are among these of, so that a product of them is a number
 */
function effectOf(
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
    readingsIn(addendsOf(computed)).flatMap(({ field }) => fieldPlace(field).group ?? []),
  )
  return JSON.stringify([
    chain.map(({ computed }) => {
      if ('age' in computed) return [answers[computed.age], computed.asOf && answers[computed.asOf]]
      const sum = addendsOf(computed)
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
  return id.includes('.') ? templateId(fieldPlace(id)) : id
}

function times(amount: number, { factor = 1 }: Reading): number {
  return Math.round(amount * factor * 1e9) / 1e9
}

/** Some of many ways, from first to last: who answers last meets each bound exactly, whatever was answered before. */
function spread(ways: readonly Answers[]): Answers[] {
  const each = Math.max(1, Math.ceil(ways.length / 12))
  return ways.filter((_, index) => index % each === 0 || index === ways.length - 1)
}

type Made = (answer: Answer, way: Answers) => number | undefined

/** Numbers at which a value passes those that conditions name: it follows a number in a straight line. */
function numbersAt(field: ResolvedField, named: readonly number[], ways: readonly Answers[], made: Made): number[] {
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
function daysAt(
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

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / msPerDay
}

function dayText(day: number): string {
  return new Date(day * msPerDay).toISOString().slice(0, 10)
}
