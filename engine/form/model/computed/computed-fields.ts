import { multiplied, rounded, total } from '#engine/form/values'
import type { ComputedDefinition, FormDefinition, Term } from '#schemas/generated/form.ts'
import type { ComputedField, ResolvedField, ResolvedStep } from '../form.ts'
import { exclusiveOption, type FieldSchema } from '../kind.ts'
import { type Addend, type Computation, type Reading, readBy } from './computation.ts'

const zero: Range = { least: 0, most: 0, isWhole: true }

/**
 * The computed values of a form, each below those that it reads.
 * @param tableVersion changes with what a table holds
 */
export function computedFields(
  { computed = {} }: Pick<FormDefinition, 'computed'>,
  hidden: readonly ResolvedField[],
  steps: readonly ResolvedStep[],
  tableVersion?: (table: string) => string,
): ComputedField[] {
  const asked = new Map([...hidden, ...steps.flatMap(({ fields }) => fields)].map((field) => [field.id, field]))
  const order = new Map(steps.flatMap(({ fields }) => fields).map(({ id }, index) => [id, index]))
  const known = new Map<string, ComputedField>()
  const made = (id: string, definition: ComputedDefinition): void => {
    if (known.has(id)) return
    const computation = computationOf(definition, asked, tableVersion)
    for (const read of readBy(computation)) {
      const other = computed[read]
      // Circles were refused by the check.
      if (other && !asked.has(read)) made(read, other)
    }
    const lasts = readBy(computation).flatMap((read) => known.get(read)?.after ?? (order.has(read) ? read : []))
    const after = lasts.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0)).at(-1)
    const schema = schemaOf(computation, rangeReader(asked, known, steps))
    known.set(id, {
      id,
      place: { name: id },
      kind: 'computed',
      schema,
      ui: {},
      words: { title: id },
      optional: !('sum' in computation),
      computed: computation,
      ...(after !== undefined && { after }),
    })
  }
  for (const [id, definition] of Object.entries(computed)) made(id, definition)
  return [...known.values()]
}

/** As written, with counts as the sums that they are. */
export function computationOf(
  { sum, count, age, asOf, round, payment, table, columns = {}, value = '' }: ComputedDefinition,
  asked: ReadonlyMap<string, { schema: FieldSchema }>,
  tableVersion: (table: string) => string = () => '',
): Computation {
  if (age !== undefined) return { age, ...(asOf !== undefined && { asOf: asOf }) }
  if (payment) return { payment, ...(round !== undefined && { round }) }
  if (table !== undefined) return { table, version: tableVersion(table), columns, value }
  if (count !== undefined) return { sum: [count].flat().map((id) => counting(id, asked)) }
  return { sum: (sum ?? []).map(addend), ...(round !== undefined && { round }) }
}

function addend(term: Term): Addend {
  if (typeof term === 'number') return term
  const { field, factor, values, default: otherwise, product } = term
  if (product) return { product: product.map(addend) }
  return {
    field: field ?? '',
    ...(factor !== undefined && { factor }),
    ...(values !== undefined && { values }),
    ...(otherwise !== undefined && { otherwise }),
  }
}

/** Yes counts 1, and so does each option but that which says “none of these”. */
function counting(id: string, asked: ReadonlyMap<string, { schema: FieldSchema }>): Reading {
  const { type, ...schema } = asked.get(id)?.schema ?? { type: 'integer' }
  if (type === 'boolean') return { field: id, values: { true: 1, false: 0 } }
  if (type !== 'array') return { field: id }
  const none = exclusiveOption({ type, ...schema })
  return { field: id, values: none === undefined ? {} : { [none]: 0 }, otherwise: 1 }
}

/** What is known of the answers that a range is made of. */
function rangeReader(
  asked: ReadonlyMap<string, ResolvedField>,
  known: ReadonlyMap<string, ResolvedField>,
  steps: readonly ResolvedStep[],
) {
  return (id: string) => {
    const field = asked.get(id) ?? known.get(id)
    if (!field) return null
    const step = steps.find(({ fields }) => fields.includes(field))
    const { optional, optionalWhen, when, schema } = field
    return {
      schema,
      mayLack: optional || optionalWhen !== undefined || when !== undefined || step?.when !== undefined,
      items: field.place.item === undefined ? { min: 1, max: 1 } : (step?.repeat ?? { min: 0, max: 0 }),
    }
  }
}

/** The least and the most that a number can be. */
interface Range {
  least: number
  most: number
  isWhole: boolean
}

/** What is known of an answer that is read. */
interface ReadAnswer {
  schema: FieldSchema
  /** Whether it may be absent, and counts 0. */
  mayLack: boolean
  /** How often it is asked. */
  items: { min: number; max: number }
}

/** @returns null for what is not there, in this language */
type Read = (id: string) => ReadAnswer | null

/** The JSON Schema (draft-07) of a computed value: whether it is whole, and the bounds that it cannot leave. */
export function schemaOf(computation: Computation, read: Read): FieldSchema {
  if ('age' in computation) return { type: 'integer', minimum: 0 }
  if ('payment' in computation) return { type: 'number', minimum: 0 }
  if ('table' in computation) return { type: 'number' }
  const { round } = computation
  const { least, most, isWhole } = plus(computation.sum.map((addend) => rangeOf(addend, read)))
  const shown = (bound: number) => (round === undefined ? bound : rounded(bound, round))
  return {
    type: isWhole || round === 0 ? 'integer' : 'number',
    ...(Number.isFinite(least) && { minimum: shown(least) }),
    ...(Number.isFinite(most) && { maximum: shown(most) }),
  }
}

function rangeOf(addend: Addend, read: Read): Range {
  if (typeof addend === 'number') return { least: addend, most: addend, isWhole: Number.isInteger(addend) }
  if ('product' in addend) return addend.product.map((factor) => rangeOf(factor, read)).reduce(productOf)
  return rangeOfReading(addend, read(addend.field))
}

function rangeOfReading({ factor = 1, values, otherwise = 0 }: Reading, answer: ReadAnswer | null): Range {
  if (!answer) return zero
  const { schema, mayLack, items } = answer
  const one = values ? ofTable(values, otherwise, schema) : ofNumber(schema)
  const asked = productOf(mayLack ? hull([zero, one]) : one, {
    least: factor,
    most: factor,
    isWhole: Number.isInteger(factor),
  })
  const each = (count: number) => productOf(asked, { least: count, most: count, isWhole: true })
  return hull([each(items.min), each(items.max)])
}

/** Of several options each adds what it counts, so the least is what all that count less than nothing make. */
function ofTable(values: Readonly<Record<string, number>>, otherwise: number, schema: FieldSchema): Range {
  const items = schema.items as { enum?: string[] } | undefined
  const options = (items?.enum ?? schema.enum ?? ['true', 'false']) as (string | number)[]
  const counts = options.map((option) => values[option] ?? otherwise)
  const isWhole = counts.every(Number.isInteger)
  if (!items) return { least: Math.min(...counts), most: Math.max(...counts), isWhole }
  return {
    least: total(counts.filter((count) => count < 0)),
    most: total(counts.filter((count) => count > 0)),
    isWhole,
  }
}

function ofNumber({ type, minimum, maximum }: FieldSchema): Range {
  return { least: Number(minimum ?? -Infinity), most: Number(maximum ?? Infinity), isWhole: type === 'integer' }
}

function hull(ranges: readonly Range[]): Range {
  return {
    least: Math.min(...ranges.map(({ least }) => least)),
    most: Math.max(...ranges.map(({ most }) => most)),
    isWhole: ranges.every(({ isWhole }) => isWhole),
  }
}

function plus(ranges: readonly Range[]): Range {
  const sum = (bounds: number[]) => (bounds.every(Number.isFinite) ? total(bounds) : bounds.reduce((a, b) => a + b, 0))
  return {
    least: sum(ranges.map(({ least }) => least)),
    most: sum(ranges.map(({ most }) => most)),
    isWhole: ranges.every(({ isWhole }) => isWhole),
  }
}

function productOf(one: Range, other: Range): Range {
  const corners = [one.least, one.most].flatMap((a) => [other.least, other.most].map((b) => times(a, b)))
  return { least: Math.min(...corners), most: Math.max(...corners), isWhole: one.isWhole && other.isWhole }
}

function times(one: number, other: number): number {
  if (one === 0 || other === 0) return 0
  return Number.isFinite(one) && Number.isFinite(other) ? multiplied(one, other) : one * other
}
