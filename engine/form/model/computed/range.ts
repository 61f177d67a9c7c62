import { multiplied, rounded, total } from '#engine/form/values'
import type { FieldSchema } from '../kind.ts'
import type { Addend, Computation, Reading } from './computation.ts'

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

const zero: Range = { least: 0, most: 0, isWhole: true }

function rangeOfReading({ times = 1, values, otherwise = 0 }: Reading, answer: ReadAnswer | null): Range {
  if (!answer) return zero
  const { schema, mayLack, items } = answer
  const one = values ? ofTable(values, otherwise, schema) : ofNumber(schema)
  const asked = productOf(mayLack ? hull([zero, one]) : one, {
    least: times,
    most: times,
    isWhole: Number.isInteger(times),
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
