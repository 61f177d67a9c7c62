import { type ValueShape, valueShape } from '#engine/form/diff/value-shape.ts'
import { type MapFormat, mapFormats } from '#engine/form/lead/map-formats.ts'
import { fieldId, placeOf, templateId } from '#engine/form/model/field-place.ts'
import { allFields, type ResolvedForm } from '#engine/form/model/form.ts'
import type { Presence, Presences } from '#engine/form/proof/presence.ts'
import type { MapSource, MapWriting, PartnerMap } from '#schemas/generated/partner.ts'

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
    if ('consents' in source) return [{ ...everyConsent[source.consents], path }]
    if ('field' in source) return readAll(path, source.field, form, presence, source)
    const { reads, shape, presence: told } = toldOf(source, form)
    return [{ path, ...rewritten(reads, shape, told, source) }]
  })
}

function constant(path: string, value: string | number | boolean): Target {
  const reads = `the fixed value ${JSON.stringify(value)}`
  return { path, reads, table: '', shape: wordShape([value], 'a fixed value'), presence: 'always', wordless: [] }
}

function listOfConsents(reads: string): Omit<Target, 'path'> {
  const shape: ValueShape = { base: 'list', words: 'a list of consents', options: null }
  return { reads, table: '', shape, presence: 'always', wordless: [] }
}

const everyConsent = {
  all: listOfConsents('all consents'),
  granted: listOfConsents('the consents that were granted'),
}

type Told = Pick<Target, 'reads' | 'shape' | 'presence'>

/** What no question changes: of the visit, the lead itself, and its consents. */
function toldOf(
  source: Extract<MapSource, { lead: string } | { attribution: string } | { is: string }>,
  form: ResolvedForm,
): Told {
  if ('attribution' in source)
    return { reads: `"${source.attribution}" of the first address`, shape: text('text'), presence: 'sometimes' }
  // A lead from another program has no page.
  if ('lead' in source) {
    const shape = source.lead === 'test' ? yesOrNo : text(source.lead === 'receivedAt' ? 'a time' : 'text')
    return { reads: `the lead's ${source.lead}`, shape, presence: source.lead === 'page' ? 'sometimes' : 'always' }
  }
  return {
    reads: `"${source.is}" of the consent "${source.consent}"`,
    shape: source.is === 'granted' ? yesOrNo : text(source.is === 'givenAt' ? 'a time' : 'text'),
    presence: form.consents.some(({ id }) => id === source.consent) ? 'always' : 'never',
  }
}

const yesOrNo: ValueShape = { base: 'yes or no', words: 'yes or no', options: ['true', 'false'] }

function text(words: string): ValueShape {
  return { base: 'text', words, options: null }
}

type Rewrite = MapWriting & { join?: string }

/** A field, or all fields of a group or list under its name. */
function readAll(path: string, id: string, form: ResolvedForm, presence: Presences, rewrite: Rewrite = {}): Target[] {
  const template = templateId(placeOf(id))
  return allFields(form).flatMap((field) => {
    const isGroup = field.place.group === id
    if (field.id !== template && !isGroup) return []
    const read = isGroup ? field.id : id
    const whole = isGroup ? fieldId({ ...field.place, group: path }) : path
    return [{ path: whole, ...rewritten(`"${read}"`, valueShape(field), presence.of(read), rewrite) }]
  })
}

/** A value as the partner gets it: in the words of its table or in its format, as one text, or what stands for none. */
function rewritten(
  from: string,
  shape: ValueShape,
  presence: Presence,
  { values, format, join, default: otherwise }: Rewrite,
): Omit<Target, 'path'> {
  const { options } = shape
  const outputs = options?.map((option) => values?.[option] ?? option)
  const as = format === undefined ? '' : ` as ${format}`
  const worded =
    outputs && shape.base !== 'list' ? wordShape(outputs, 'one of its own words') : { ...shape, options: null }
  const written = values ? worded : { ...shape, ...(format && baseAs(format, shape)), words: shape.words + as }
  const joined = join === undefined ? written : text(`${written.words} in one text`)
  const stands = otherwise === undefined ? '' : ` or ${JSON.stringify(otherwise)}`
  return {
    reads: `${from}${values ? ' in its own words' : as}${join === undefined ? '' : ' in one text'}${stands}`,
    table: values ? JSON.stringify(values) : '',
    shape: otherwise === undefined ? joined : withDefault(joined, otherwise),
    presence: otherwise === undefined || presence === 'always' ? presence : 'always',
    wordless: values ? (options ?? []).filter((option) => !Object.hasOwn(values, option)) : [],
  }
}

function baseAs(format: MapFormat, { base }: ValueShape): Pick<ValueShape, 'base'> {
  return { base: base === 'list' ? 'list' : mapFormats[format].gives }
}

/** Of two types any may come. */
function withDefault(shape: ValueShape, otherwise: string | number | boolean): ValueShape {
  const { base } = wordShape([otherwise], '')
  return base === shape.base || (base === 'number' && shape.base === 'whole number')
    ? shape
    : { ...shape, base: 'text' }
}

/** The shape of values that a map writes itself. */
function wordShape(values: readonly (string | number | boolean)[], words: string): ValueShape {
  const bases = { string: 'text', number: 'number', boolean: 'yes or no' } as const
  const types = new Set(values.map((value) => typeof value as keyof typeof bases))
  const [type = 'string'] = types
  // A table may hold words and numbers side by side: any of them may come.
  return { base: types.size > 1 ? 'text' : bases[type], words, options: null }
}
