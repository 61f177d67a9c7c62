import type { TableCondition } from '#schemas/generated/form.ts'

/** What one answer adds, or all those of a repeated group's items together: drivers.#.claims. */
export interface Reading {
  /** The id of a field, or of a computed value. */
  field: string
  /** How many times it counts. Once when left out. */
  factor?: number
  /** Option id, or "true" and "false" → what it counts. */
  values?: Readonly<Record<string, number>>
  /** What options count that the table does not name. */
  otherwise?: number
}

/** What adds to a sum. */
export type Addend = number | Reading | { product: readonly Addend[] }

/** How a value is computed: counts are sums too. */
export type Computation =
  /** @property round to how many decimals */
  | { sum: readonly Addend[]; round?: number }
  /** Full years from one date to another, or to today. */
  | { age: string; asOf?: string }
  /** What is paid monthly for a loan: the ids of what is lent, and for how many months. */
  | { payment: { amount: string; months: string; rate: number }; round?: number }
  | TableReading

/** A number from a table, in the first row whose conditions match. */
export interface TableReading {
  table: string
  /** Changes with the table. */
  version: string
  columns: Readonly<Record<string, TableCondition>>
  /** The name of the column that holds it. */
  value: string
}

/** The ids that a computation reads itself, each once. */
export function readBy(computation: Computation): string[] {
  if ('age' in computation) return [computation.age, computation.asOf ?? []].flat()
  if ('payment' in computation) return [computation.payment.amount, computation.payment.months]
  if ('table' in computation) return [...new Set(Object.values(computation.columns).map(({ field }) => field))]
  return [...new Set(readingsIn(computation.sum).map(({ field }) => field))]
}

/** What a computation adds up; nothing where it is no sum. */
export function addendsOf(computation: Computation): readonly Addend[] {
  return 'sum' in computation ? computation.sum : []
}

/** What is read within addends, those of products too. */
export function readingsIn(addends: readonly Addend[]): Reading[] {
  return addends.flatMap((addend) => {
    if (typeof addend === 'number') return []
    return 'product' in addend ? readingsIn(addend.product) : [addend]
  })
}
