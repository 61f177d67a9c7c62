import { allOptions, type FieldPlace, fieldId, nesting, optionOrder, rowsOf } from '#engine/form/model'
import type { FieldDefinition, FormDefinition, RepeatDefinition } from '#schemas/generated/form.ts'
import type { Entry, Library } from './source.ts'

/** A field as it is written: in the form's own file, or in the group that a step uses. */
export interface WrittenField {
  /** email, coBorrower.email, drivers.#.email */
  id: string
  place: FieldPlace
  field: FieldDefinition
  file: string
  path: readonly string[]
  /** Where its step is offered in some languages only. */
  stepLocales?: readonly string[] | undefined
  /** Of a row of a table of choices: the table. */
  table?: WrittenField
  /** Of a computed value: the last field that it is made of, below which it is known; null where it is from the start. */
  after?: string | null
  /** Set for a computed value from a table or a loan's payment: a proof cannot tell which answers meet a condition on it. */
  isUntold?: true
}

/** Every field of a form in the order it is asked. */
export function writtenFields(form: Entry<FormDefinition>, library: Library): WrittenField[] {
  const asked = Object.keys(form.value.steps).flatMap((stepId) => fieldsOfStep(form, stepId, library))
  return [...writtenHidden(form), ...asked]
}

/** Whether all that a form asks is known: the groups and lists it uses are there. */
export function isWhole(form: Entry<FormDefinition>, library: Library): boolean {
  const groups = Object.values(form.value.steps).flatMap(({ use }) => use ?? [])
  const lists = writtenFields(form, library).flatMap(({ field }) => field.optionList ?? [])
  return groups.every((id) => library.groups.has(id)) && lists.every((id) => library.lists.has(id))
}

/** The fields of a step: its count where it repeats, those of its group, and its own. */
export function fieldsOfStep(form: Entry<FormDefinition>, stepId: string, library: Library): WrittenField[] {
  const step = form.value.steps[stepId]
  const group = step?.use === undefined ? undefined : library.groups.get(step.use)
  // Without its group nobody knows what the step adds to it and what it changes.
  if (step?.use !== undefined && !group) return []
  const own = step?.fields ?? {}
  const isRemoved = ([id]: [string, unknown]) => Object.hasOwn(own, id) && own[id] === null
  const placed = (name: string) => placedAt({ ...(step && nesting(step)), name })
  const fromGroup = Object.entries(group?.value.fields ?? {}).filter((entry) => !isRemoved(entry))
  const inGroup = fromGroup.map(([id, field]) => {
    const changed = own[id]
    return changed && group
      ? { ...placed(id), field: { ...field, ...changed }, file: form.file, path: ['steps', stepId, 'fields', id] }
      : { ...placed(id), field, file: group?.file ?? '', path: ['fields', id] }
  })
  const added = Object.entries(own).filter(
    (entry) => !isRemoved(entry) && !Object.hasOwn(group?.value.fields ?? {}, entry[0]),
  )
  const count = step?.repeat && step.as !== undefined ? [countOf(step.as, step.repeat, form.file, stepId)] : []
  const ofForm = added.map(([id, field]) => ({
    ...placed(id),
    field,
    file: form.file,
    path: ['steps', stepId, 'fields', id],
  }))
  return [
    ...count,
    ...[...inGroup, ...ofForm].flatMap((written) =>
      withRows({ ...written, field: withList(written.field, library), stepLocales: step?.locales }),
    ),
  ]
}

/** A table of choices is read by its rows. */
function withRows(written: WrittenField): WrittenField[] {
  const rows = rowsOf(written.place, written.field).map(({ place, field, table }) =>
    table ? { ...written, ...placedAt(place), field, table: written } : written,
  )
  // A table without rows is an error, and reported as the table's.
  return rows.length > 0 ? rows : [written]
}

/** A field's place, and how it is written. */
export function placedAt(place: FieldPlace): Pick<WrittenField, 'id' | 'place'> {
  return { id: fieldId(place), place }
}

/** A field with the options of its list in any language. */
function withList(field: FieldDefinition, { lists }: Library): FieldDefinition {
  if (field.optionList === undefined) return field
  const list = lists.get(field.optionList)
  const listed = list && allOptions(list.value)
  // A long list is no part of what is written again and again.
  return { ...field, options: field.options ? { ...listed, ...field.options } : (listed ?? {}) }
}

/** How many items a repeated group has is an answer that conditions may read, under the group's own name. */
function countOf(as: string, { min, max }: RepeatDefinition, file: string, stepId: string): WrittenField {
  // Limits that cross are said where they stand.
  const field: FieldDefinition = { type: 'integer', title: as, ...(min <= max && { minimum: min, maximum: max }) }
  return { ...placedAt({ name: as }), field, file, path: ['steps', stepId, 'as'] }
}

/** What conditions and partners read of hidden fields. */
export function writtenHidden({ file, value: { hidden = {}, steps } }: Entry<FormDefinition>): WrittenField[] {
  const fields = Object.values(steps).flatMap((step) => Object.values(step.fields ?? {}))
  const order = fields.some((field) => field?.order === 'random')
    ? [
        {
          ...placedAt({ name: optionOrder }),
          field: { title: optionOrder, type: 'string' } as const,
          file,
          path: ['steps'],
        },
      ]
    : []
  const written = Object.entries(hidden).map(([id, { values, default: otherwise }]) => {
    const named = values && Object.fromEntries([...values, otherwise].map((value) => [value, value]))
    const field: FieldDefinition = { title: id, ...(named ? { options: named } : { type: 'string' }) }
    return { ...placedAt({ name: id }), field, file, path: ['hidden', id] }
  })
  return [...written, ...order]
}
