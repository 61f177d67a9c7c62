import type { ComputedDefinition, FormDefinition, Term } from '#schemas/generated/form.ts'
import { exclusiveOption } from '../exclusive.ts'
import type { ComputedField, ResolvedField, ResolvedStep } from '../form.ts'
import type { FieldSchema } from '../kind.ts'
import { type Addend, type Computation, type Reading, readBy } from './computation.ts'
import { schemaOf } from './range.ts'

/** The computed values of a form, each below those that it reads. */
export function computedFields(
  { computed = {} }: Pick<FormDefinition, 'computed'>,
  hidden: readonly ResolvedField[],
  steps: readonly ResolvedStep[],
): ComputedField[] {
  const asked = new Map([...hidden, ...steps.flatMap(({ fields }) => fields)].map((field) => [field.id, field]))
  const order = new Map(steps.flatMap(({ fields }) => fields).map(({ id }, index) => [id, index]))
  const known = new Map<string, ComputedField>()
  const made = (id: string, definition: ComputedDefinition): void => {
    if (known.has(id)) return
    const computation = computationOf(definition, asked)
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
      optional: 'age' in computation,
      computed: computation,
      ...(after !== undefined && { after }),
    })
  }
  for (const [id, definition] of Object.entries(computed)) made(id, definition)
  return [...known.values()]
}

/** As written, with counts as the sums that they are. */
export function computationOf(
  { sum, count, age, at, round }: ComputedDefinition,
  asked: ReadonlyMap<string, { schema: FieldSchema }>,
): Computation {
  if (age !== undefined) return { age, ...(at !== undefined && { at }) }
  if (count !== undefined) return { sum: [count].flat().map((id) => counting(id, asked)) }
  return { sum: (sum ?? []).map(addend), ...(round !== undefined && { round }) }
}

function addend(term: Term): Addend {
  if (typeof term === 'number') return term
  const { field, times, values, default: otherwise, product } = term
  if (product) return { product: product.map(addend) }
  return {
    field: field ?? '',
    ...(times !== undefined && { times }),
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
