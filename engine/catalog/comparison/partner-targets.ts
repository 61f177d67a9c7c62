import { type ValueShape, valueShape } from '#engine/core/comparison/value-shape.ts'
import { fieldId, placeOf, templateId } from '#engine/core/definition/field-place.ts'
import { allFields, type ResolvedField, type ResolvedForm } from '#engine/core/definition/form.ts'
import type { Presence, Presences } from '#engine/core/proof/presence.ts'
import type { MapSource, PartnerMap } from '#schemas/generated/partner.ts'

/** One property of what a partner gets of a form's leads. */
export interface Target {
  /** With the objects it stands in: contact.mail; drivers.#.name for that of each driver. */
  path: string
  /** Where the map takes it from, for people. */
  reads: string
  /** The words that the map writes for options; empty where it writes none. */
  table: string
  shape: ValueShape
  presence: Presence
  /** The options of its field that its table has no word for; they reach the partner as ours. */
  wordless: readonly string[]
}

/** What a partner gets of a form's leads, by path. Without a map that is every answer under its own name. */
export function targetsOf(
  map: PartnerMap | undefined,
  form: ResolvedForm,
  presence: Presences,
): ReadonlyMap<string, Target> {
  const whole = map ?? Object.fromEntries(topIds(form).map((id) => [id, id]))
  return new Map(mapped('', whole, form, presence).map((target) => [target.path, target]))
}

/** The names that answers stand under in a lead: fields, groups and lists. */
function topIds(form: ResolvedForm): string[] {
  const asked = allFields(form).filter(({ kind }) => kind !== 'consent')
  return [...new Set(asked.map(({ place }) => place.group ?? place.name))]
}

function mapped(prefix: string, map: PartnerMap, form: ResolvedForm, presence: Presences): Target[] {
  return Object.entries(map).flatMap(([name, source]): Target[] => {
    const path = prefix + name
    if (typeof source === 'string') return readAll(path, source, form, presence)
    if ('object' in source) return mapped(`${path}.`, source.object, form, presence)
    if ('const' in source) return [constant(path, source.const)]
    if ('attribution' in source) return [visit(path, `"${source.attribution}" of the first address`, 'sometimes')]
    if ('lead' in source) return [visit(path, `the lead's ${source.lead}`, fromLead[source.lead])]
    return readAll(path, source.field, form, presence, source)
  })
}

function constant(path: string, value: string | number | boolean): Target {
  const reads = `the fixed value ${JSON.stringify(value)}`
  return { path, reads, table: '', shape: wordShape([value], 'a fixed value'), presence: 'always', wordless: [] }
}

/** What is read of the visit, which no question changes. */
function visit(path: string, reads: string, presence: Presence): Target {
  return { path, reads, table: '', shape: { base: 'text', words: 'text', options: null }, presence, wordless: [] }
}

/** A lead from another program has no page. */
const fromLead = { brand: 'always', page: 'sometimes' } as const

type Rewrite = Omit<Extract<MapSource, { field: string }>, 'field'>

/** A field, or all fields of a group or list under its name. */
function readAll(path: string, id: string, form: ResolvedForm, presence: Presences, rewrite: Rewrite = {}): Target[] {
  const template = templateId(placeOf(id))
  return allFields(form).flatMap((field) => {
    const isGroup = field.place.group === id
    if (field.id !== template && !isGroup) return []
    const read = isGroup ? field.id : id
    const whole = isGroup ? fieldId({ ...field.place, group: path }) : path
    return [{ path: whole, ...rewritten(read, field, rewrite), presence: presence.of(read) }]
  })
}

/** An answer as the partner gets it: in the words of its table, or in its format. */
function rewritten(id: string, field: ResolvedField, { values, format }: Rewrite): Omit<Target, 'path' | 'presence'> {
  const shape = valueShape(field)
  if (values) {
    const { options } = shape
    const outputs = options?.map((option) => values[option] ?? option)
    return {
      reads: `"${id}" in its own words`,
      table: JSON.stringify(values),
      shape:
        outputs && shape.base !== 'list' ? wordShape(outputs, 'one of its own words') : { ...shape, options: null },
      wordless: (options ?? []).filter((option) => !Object.hasOwn(values, option)),
    }
  }
  const as = format === undefined ? '' : ` as ${format}`
  return { reads: `"${id}"${as}`, table: '', shape: { ...shape, words: shape.words + as }, wordless: [] }
}

/** The shape of values that a map writes itself. */
function wordShape(values: readonly (string | number | boolean)[], words: string): ValueShape {
  const bases = { string: 'text', number: 'number', boolean: 'yes or no' } as const
  const types = new Set(values.map((value) => typeof value as keyof typeof bases))
  const [type = 'string'] = types
  // A table may hold words and numbers side by side: any of them may come.
  return { base: types.size > 1 ? 'text' : bases[type], words, options: null }
}
