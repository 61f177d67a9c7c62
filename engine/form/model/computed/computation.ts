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

/** The ids that a computation reads itself, each once. */
export function readBy(computation: Computation): string[] {
  if ('age' in computation) return [computation.age, computation.asOf ?? []].flat()
  return [...new Set(readingsIn(computation.sum).map(({ field }) => field))]
}

/** What is read within addends, those of products too. */
export function readingsIn(addends: readonly Addend[]): Reading[] {
  return addends.flatMap((addend) => {
    if (typeof addend === 'number') return []
    return 'product' in addend ? readingsIn(addend.product) : [addend]
  })
}
