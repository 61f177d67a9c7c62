import {
  type Computation,
  computationOf,
  type FieldSchema,
  ownLimit,
  readBy,
  resolveField,
  schemaOf,
} from '#engine/form/model'
import { type Entry, type Library, placedAt, type WrittenField, writtenFields } from '#engine/library'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { anywhere } from '../anywhere.ts'

/** What conditions and partners read of computed values: numbers between bounds. */
export function writtenComputed(
  { file, value: { computed = {} } }: Pick<Entry<FormDefinition>, 'file' | 'value'>,
  fields: readonly WrittenField[],
): WrittenField[] {
  const asked = new Map(fields.map((field) => [field.id, { ...field, schema: schemaAnywhere(field) }]))
  const known = new Map<string, { schema: FieldSchema; after: string | null }>()
  const position = (id: string) => fields.findIndex((field) => field.id === id)
  for (const id of Object.keys(computed)) learn(id, [])
  return [...known].map(
    ([
      id,
      {
        schema: { type, minimum, maximum },
        after,
      },
    ]) => ({
      ...placedAt({ name: id }),
      field: {
        type,
        title: id,
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      } as WrittenField['field'],
      file,
      path: ['computed', id],
      after,
    }),
  )

  /** @param way what led here: of a circle, which is a mistake of its own, nothing more is found out */
  function learn(id: string, way: readonly string[]): void {
    const definition = computed[id]
    if (!definition || known.has(id) || way.includes(id)) return
    const computation = computationOf(definition, asked)
    for (const read of readBy(computation)) learn(read, [...way, id])
    known.set(id, { schema: schemaOf(computation, answerTo), after: lastOf(computation) })
  }

  /** Any answer may be absent: whether one can be, languages decide. */
  function answerTo(id: string) {
    const field = asked.get(id)
    if (!field) return known.has(id) ? { schema: known.get(id)?.schema ?? { type: 'number' as const }, ...once } : null
    const list = field.place.item === undefined ? undefined : asked.get(field.place.group ?? '')
    if (!list) return { schema: field.schema, ...once }
    const { minimum, maximum } = list.field
    return { schema: field.schema, mayLack: true, items: { min: ownLimit(minimum) ?? 0, max: ownLimit(maximum) ?? 0 } }
  }

  function lastOf(computation: Computation): string | null {
    const lasts = readBy(computation).flatMap((read) => known.get(read)?.after ?? (position(read) === -1 ? [] : read))
    return lasts.toSorted((one, other) => position(one) - position(other)).at(-1) ?? null
  }
}

const once = { mayLack: true, items: { min: 1, max: 1 } }

function schemaAnywhere({ place, field }: WrittenField): FieldSchema {
  return resolveField(place, field, anywhere).schema
}

/** Every answer that a lead of a form may hold: what is asked, what the address says, and what is computed. */
export function writtenAnswers(form: Entry<FormDefinition>, library: Library): WrittenField[] {
  const fields = writtenFields(form, library)
  return [...fields, ...writtenComputed(form, fields)]
}
