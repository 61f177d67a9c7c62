import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser'
import { isTree, kindNamed } from '#engine/form/model'
import { readSchemas } from '#engine/node'
import { wordsOf } from '#engine/site'

/** A part of a form, a group, a page or a partner that is edited by itself. */
export interface Part {
  /** The keys that lead to it, joined with dots; '' for the whole. */
  at: string
  kind: 'form' | 'group' | 'page' | 'partner' | 'step' | 'field' | 'consent' | 'ending' | 'section' | 'entry'
  /** Its title in the form's own file, or its id. */
  title: string
  /** Its condition, as the file has it. */
  when?: unknown
  /** The group that a step takes its questions from. */
  group?: string
}

/** What can be changed of a part. */
export interface PartDetails {
  part: Part
  /** The texts that it has or usually has, by their keys joined with dots. */
  texts: string[]
  /** Texts that it could have besides. */
  moreTexts: string[]
  /** What its schema says besides texts and conditions. */
  properties: Property[]
  /** What it holds under ids of its own: steps, questions, options. */
  lists: EntryList[]
  /** Whether an answer is needed; null where that is no question, or depends on answers. */
  isRequired: boolean | null
  /** Whether a condition can be set. */
  hasWhen: boolean
  /** Whether it has a place among others. */
  canMove: { up: boolean; down: boolean }
}

/** A property of a part, as its schema has it. */
export interface Property {
  /** Its keys below the part, joined with dots. */
  name: string
  /** What it means, in the schema's words. */
  description: string
  kind: 'choice' | 'yes-no' | 'number' | 'text' | 'list'
  /** What can be chosen. */
  choices: string[]
  /** What the file says, a list one a line; '' for nothing, null where it says more than an input can. */
  value: string | null
  /** Whether parts of this kind usually have it. */
  isUsual: boolean
}

/** Entries of a part, each under an id. */
export interface EntryList {
  /** The key of the part that holds them. */
  name: string
  description: string
  ids: string[]
  /** What an entry is: a text, or an object. */
  holds: 'text' | 'object'
  /** Kinds that a new entry can have. */
  kinds: string[]
}

/** What shall be at a path; undefined: nothing. */
export interface Edit {
  path: readonly string[]
  value: unknown
}

/** The texts that parts usually have. */
const usualTexts: Record<Part['kind'], readonly string[]> = {
  form: ['title', 'description', 'submitLabel', 'submitNote'],
  group: ['title', 'description'],
  page: ['title', 'description'],
  partner: [],
  section: ['title'],
  entry: ['title'],
  step: ['title', 'description'],
  field: ['title', 'hint', 'explanation'],
  consent: [],
  ending: ['title', 'text'],
}

type Value = Readonly<Record<string, unknown>>

/** What a file defines, by what it holds. */
export function documentOf(value: Value): 'form' | 'group' | 'page' | 'partner' {
  if ('deliveries' in value) return 'partner'
  if ('sections' in value || 'path' in value) return 'page'
  return 'fields' in value ? 'group' : 'form'
}

/** The parts of a form, a group, a page or a partner, in the order of its file. */
export function partsOf(form: Value): Part[] {
  const named = (value: unknown, id: string) => (isTree(value) && typeof value.title === 'string' ? value.title : id)
  const entries = (value: unknown) => (isTree(value) ? Object.entries(value) : [])
  const part = (at: string, kind: Part['kind'], id: string, value: unknown): Part => ({
    ...{ at, kind, title: named(value, id) },
    ...(isTree(value) && value.when !== undefined && { when: value.when }),
    ...(isTree(value) && typeof value.use === 'string' && { group: value.use }),
  })
  const document = documentOf(form)
  if (document === 'partner') return [{ at: '', kind: 'partner', title: textAt(form, 'name') }]
  if (document === 'group')
    return [
      part('', 'group', '', form),
      ...entries(form.fields).map(([id, value]) => part(`fields.${id}`, 'field', id, value)),
    ]
  if (document === 'page')
    return [
      part('', 'page', '', form),
      ...entries(form.sections).flatMap(([id, section]) => {
        const own = part(`sections.${id}`, 'section', id, section)
        const lists = listsOf(schemaOf(own, form), section).filter(({ holds }) => holds === 'object')
        const held = lists.flatMap(({ name }) =>
          entries(valueAt(section, [name])).map((entry) => [name, ...entry] as const),
        )
        return [own, ...held.map(([list, key, value]) => part(`${own.at}.${list}.${key}`, 'entry', key, value))]
      }),
    ]
  return [
    part('', 'form', '', form),
    ...entries(form.steps).flatMap(([id, step]) => [
      part(`steps.${id}`, 'step', id, step),
      ...entries(isTree(step) ? step.fields : undefined).map(([field, value]) =>
        part(`steps.${id}.fields.${field}`, 'field', field, value),
      ),
    ]),
    ...entries(form.consents).map(([id, value]) => part(`consents.${id}`, 'consent', id, value)),
    ...entries(form.screenOuts).map(([id, value]) => part(`screenOuts.${id}`, 'ending', id, value)),
    part('thankYou', 'ending', 'thankYou', form.thankYou),
    ...entries(isTree(form.thankYou) ? form.thankYou.alerts : undefined).map(([id, value]) =>
      part(`thankYou.alerts.${id}`, 'ending', id, value),
    ),
  ]
}

/** What can be changed of a part; null where there is no such part. */
export function detailsOf(form: Value, at: string): PartDetails | null {
  const parts = partsOf(form)
  const part = parts.find((each) => each.at === at)
  if (!part) return null
  const path = keysOf(at)
  const value = valueAt(form, path)
  // Parts within this one have pages of their own.
  const isOther = (text: string) =>
    parts.some((each) => each.at.length > at.length && text.startsWith(`${each.at}.`) && each.at.startsWith(at))
  const own = wordsOf(readSchemas(), `${documentOf(form)}.schema.json`, form)
    .map((word) => word.path.join('.'))
    .filter((text) => (at === '' || text.startsWith(`${at}.`)) && !isOther(text))
  const shape = schemaOf(part, form)
  const possible = textsIn(shape)
  const usual = usualTexts[part.kind].flatMap((name) => (possible.includes(name) ? [...path, name].join('.') : []))
  const texts = [...new Set([...usual, ...own])]
  const optional = isTree(value) ? value.optional : undefined
  const siblings = path.length > 1 ? Object.keys(valueAt(form, path.slice(0, -1)) ?? {}) : []
  const place = siblings.indexOf(path.at(-1) ?? '')
  return {
    part,
    texts,
    moreTexts: possible.map((name) => [...path, name].join('.')).filter((name) => !texts.includes(name)),
    properties: propertiesOf(shape, value, part),
    lists: listsOf(shape, value),
    isRequired: part.kind === 'field' && ['boolean', 'undefined'].includes(typeof optional) ? optional !== true : null,
    hasWhen: part.kind === 'step' || part.kind === 'field' || (part.kind === 'ending' && at !== 'thankYou'),
    canMove: { up: place > 0, down: place !== -1 && place < siblings.length - 1 },
  }
}

/** A schema, and the file that its references begin at. */
export interface Shape {
  file: string
  schema: Value
}

/** The schema that a reference leads to, with what is said next to the reference. */
export function followed({ file, schema }: Shape): Shape {
  if (typeof schema.$ref !== 'string') return { file, schema }
  const [path = '', inner = ''] = schema.$ref.split('#')
  const at = path === '' ? file : new URL(path, `file:///${file}`).pathname.slice(1)
  const known = readSchemas()
  const target = valueAt(known[at] ?? known[path], inner.split('/').slice(1))
  const { $ref: _, ...own } = schema
  return followed({ file: at, schema: { ...(isTree(target) ? target : {}), ...own } })
}

export const innerShape = (shape: Shape, ...path: string[]): Shape => {
  const schema = valueAt(shape.schema, path)
  return followed({ file: shape.file, schema: isTree(schema) ? schema : {} })
}

export function schemaOf({ at, kind }: Part, whole: Value): Shape {
  const file = (name: string, inner = ''): Shape =>
    followed({ file: '', schema: { $ref: `${name}.schema.json${inner === '' ? '' : `#/definitions/${inner}`}` } })
  if (at === '') return file(documentOf(whole))
  if (kind === 'step' || kind === 'field') return file('form', kind)
  if (kind === 'consent') return file('form', 'consentUse')
  if (kind === 'ending')
    return file('form', at === 'thankYou' ? at : at.startsWith('thankYou.') ? 'alert' : 'screenOut')
  const [sections = '', id = '', list] = keysOf(at)
  const own = valueAt(whole, [sections, id])
  const section = textAt(own, 'use') === '' ? file(`sections/${textAt(own, 'kind')}`) : file('page', 'usedBlock')
  return list === undefined ? section : entryShape(innerShape(section, 'properties', list))
}

/** The properties of a schema, with those of plain objects in it. */
function innerOf(shape: Shape, before: readonly string[] = []): { name: string; shape: Shape; top: string }[] {
  return Object.keys(isTree(shape.schema.properties) ? shape.schema.properties : {}).flatMap((key) => {
    const inner = innerShape(shape, 'properties', key)
    const name = [...before, key].join('.')
    const isPlain = isTree(inner.schema.properties) && inner.schema.type === 'object'
    // What is a part has a page of its own.
    if (key === 'thankYou') return []
    if (isPlain && before.length === 0) return innerOf(inner, [key])
    return key === '$schema' || isPlain ? [] : [{ name, shape: inner, top: before[0] ?? key }]
  })
}

const textsIn = (shape: Shape) =>
  innerOf(shape).flatMap(({ name, shape: { schema } }) =>
    schema.words === true && schema.type === 'string' ? [name] : [],
  )

/** What only questions with such answers have. */
const onlyOf: Readonly<Record<string, readonly string[]>> = {
  number: ['minimum', 'maximum', 'control', 'step'],
  day: ['earliest', 'latest'],
  text: ['minLength', 'maxLength', 'pattern'],
  choice: ['multiple', 'exclusive', 'order', 'keepLast', 'minItems', 'maxItems', 'optionList', 'optionsBy'],
  file: ['files'],
}

/** What the answers to a field are, as far as its bounds differ. */
function answersOf(field: Value): keyof typeof onlyOf {
  if (field.options !== undefined || field.optionList !== undefined) return 'choice'
  if (field.kind === 'file') return 'file'
  if (kindNamed(typeof field.kind === 'string' ? field.kind : null)?.calendar) return 'day'
  const isNumber = ['amount', 'integer', 'rating'].includes(String(field.kind ?? field.type))
  return isNumber || field.type === 'number' ? 'number' : 'text'
}

/** What parts usually say, besides what only some questions have. */
const usualProperties: Readonly<Record<string, readonly string[]>> = {
  form: ['draft', 'screens', 'progress', 'retentionDays'],
  step: ['use', 'as'],
  field: ['kind'],
  consent: ['optional'],
  ending: ['lead', 'page'],
  page: ['path', 'locales', 'layout', 'brands', 'draft'],
  partner: ['name', 'testLeads', 'maxPartners', 'priority', 'dailyCap', 'duplicateDays'],
  section: ['use', 'form', 'drawing', 'action.form', 'action.page', 'action.section'],
  entry: ['page', 'form', 'drawing'],
}

function propertiesOf(shape: Shape, value: unknown, { kind }: Part): Property[] {
  const answers = kind === 'field' && isTree(value) ? answersOf(value) : null
  return innerOf(shape).flatMap(({ name, top, shape: { file, schema } }): Property[] => {
    // Conditions and whether an answer is needed have inputs of their own.
    if (schema.words === true || (kind === 'field' && name === 'optional')) return []
    // The kind of a section decides what it holds.
    if (kind === 'section' && name === 'kind') return []
    const own = valueAt(value, name.split('.'))
    const types = [schema.type].flat()
    const items = innerShape({ file, schema }, 'items').schema
    const read = ((): Pick<Property, 'kind' | 'choices' | 'value'> | null => {
      const said = own === undefined ? '' : typeof own === 'object' ? null : String(own)
      const has = (type: string) => types.includes(type)
      if (Array.isArray(schema.enum)) return { kind: 'choice', choices: schema.enum.map(String), value: said }
      if (has('boolean')) return { kind: 'yes-no', choices: ['true', 'false'], value: said }
      if (has('number') || has('integer')) return { kind: 'number', choices: [], value: said }
      if (has('string')) return { kind: 'text', choices: [], value: said }
      if (!has('array') || (items.type !== 'string' && !Array.isArray(items.enum))) return null
      const isList = own === undefined || (Array.isArray(own) && own.every((each) => typeof each === 'string'))
      const choices = Array.isArray(items.enum) ? items.enum.map(String) : []
      return { kind: 'list', choices, value: isList ? (own ?? []).join('\n') : null }
    })()
    if (!read) return []
    const fits = answers === null || !Object.values(onlyOf).flat().includes(top) || onlyOf[answers]?.includes(top)
    const isUsual = usualProperties[kind]?.includes(name) || (answers !== null && onlyOf[answers]?.includes(top))
    return fits || own !== undefined
      ? [
          {
            name,
            description: String(schema.description ?? ''),
            ...read,
            isUsual: isUsual === true || own !== undefined,
          },
        ]
      : []
  })
}

/** What a property's input says, as the file has it; null where it is no such value. */
export function propertyValue({ kind, choices }: Pick<Property, 'kind' | 'choices'>, said: string): unknown {
  const text = said.trim()
  if (text === '') return undefined
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : null
  if (kind === 'list') return text.split('\n').flatMap((line) => line.trim() || [])
  if ((kind === 'choice' || kind === 'yes-no') && !choices.includes(text)) return null
  return text === 'true' || text === 'false' ? text === 'true' : text
}

/** Not what holds rules rather than entries. */
const noLists = ['when', 'optionsWhen', 'errors', 'localeRules', 'computed', 'hidden', 'optional', 'minimum', 'maximum']

function listsOf(shape: Shape, value: unknown): EntryList[] {
  return Object.keys(isTree(shape.schema.properties) ? shape.schema.properties : {}).flatMap((name): EntryList[] => {
    const inner = innerShape(shape, 'properties', name)
    const entry = entryShape(inner)
    const isList = [inner.schema.type].flat().includes('object') && isTree(inner.schema.additionalProperties)
    if (!isList || noLists.includes(name) || inner.schema.properties !== undefined) return []
    const own = valueAt(value, [name])
    const description = String(inner.schema.description ?? '')
    const kinds = valueAt(entry.schema, ['properties', 'kind'])
    const listed = isTree(kinds) ? followed({ file: entry.file, schema: kinds }).schema.enum : undefined
    return [
      {
        ...{ name, description, ids: isTree(own) ? Object.keys(own) : [] },
        holds: entry.schema.type === 'string' ? 'text' : 'object',
        kinds: Array.isArray(listed) ? listed.map(String) : [],
      },
    ]
  })
}

/** The schema of an entry: what may be null, or of a kind, as it usually is. */
function entryShape(list: Shape): Shape {
  const entry = innerShape(list, 'additionalProperties')
  return entry.schema.else === undefined ? entry : innerShape(entry, 'else')
}

/** A new entry of a part, as its schema needs it. @param title its first text @param kind '' for none */
export function newEntry(
  value: Value,
  at: string,
  list: string,
  { title, kind }: { title: string; kind: string },
): unknown {
  const part = partsOf(value).find((each) => each.at === at)
  if (!part) return undefined
  const entry =
    list === 'sections'
      ? schemaOf({ at: 'sections.new', kind: 'section', title }, { path: '', sections: { new: { kind } } })
      : entryShape(innerShape(schemaOf(part, value), 'properties', list))
  if (entry.schema.type === 'string') return title
  // Options are the next that its author adds.
  if (list === 'fields' && kind === '') return { title, options: { first: title } }
  // A step asks something.
  if (list === 'steps' && part.kind === 'form') return { title, fields: { question: { kind: 'text', title } } }
  const made = leastOf(entry, title)
  if (!isTree(made)) return made
  return { ...made, ...(kind !== '' && { kind }), ...(list === 'fields' && { title }) }
}

/** The least that a schema asks for; what refers to others is left to who writes it. */
function leastOf({ file, schema }: Shape, title: string): unknown {
  if (schema.words === true) return title
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (isTree(schema.additionalProperties)) {
    const entry = leastOf(entryShape({ file, schema }), title)
    return entry === undefined ? {} : { first: entry }
  }
  if (!Array.isArray(schema.required)) return schema.type === 'object' ? {} : undefined
  const needed = schema.required.filter((key) => key !== 'when')
  const entries = needed.map((key) => [key, leastOf(innerShape({ file, schema }, 'properties', String(key)), title)])
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

export function keysOf(at: string): string[] {
  return at === '' ? [] : at.split('.')
}

/** The text at some keys of a file; '' where there is none. */
export function textAt(value: unknown, at: string): string {
  const found = valueAt(value, keysOf(at))
  return typeof found === 'string' ? found : ''
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isTree(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  )
}

/** A file with edits, all around them as it was written. @param text must be JSON */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((now, { path, value }) => {
    const root = parseTree(now)
    const isThere = root !== undefined && findNodeAtLocation(root, [...path]) !== undefined
    // What replaces a value or removes it needs no new lines.
    if (value === undefined || isThere) return isThere ? applyEdits(now, modify(now, [...path], value, {})) : now
    return root === undefined ? now : inserted(now, root, path, value)
  }, text)
}

/** Inserts a value: in the line of its siblings where these share one, in a line of its own otherwise. */
function inserted(text: string, root: Node, path: readonly string[], value: unknown): string {
  const depth = path.findLastIndex((_, at) => findNodeAtLocation(root, path.slice(0, at))?.type === 'object')
  const parent = findNodeAtLocation(root, path.slice(0, depth))
  const [last] = parent?.children?.slice(-1) ?? []
  const isLine = parent && !text.slice(parent.offset, parent.offset + parent.length).includes('\n')
  if (isLine && last) {
    const [key = '', ...inner] = path.slice(depth)
    const whole = inner.reduceRight<unknown>((within, each) => ({ [each]: within }), value)
    const end = last.offset + last.length
    return `${text.slice(0, end)}, ${JSON.stringify(key)}: ${inOneLine(whole)}${text.slice(end)}`
  }
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const formattingOptions = { tabSize: 2, insertSpaces: !/^\t/m.test(text), eol }
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }))
}

/** A value as people write it in one line, with spaces. */
function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  if (!isTree(value)) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${inOneLine(inner)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** A file in which an entry has changed places with the one before or after it; the same text where there is none. */
export function moved(text: string, path: readonly string[], by: -1 | 1): string {
  const root = parseTree(text)
  const own = root && findNodeAtLocation(root, [...path])?.parent
  const siblings = own?.parent?.children ?? []
  const other = own && siblings[siblings.indexOf(own) + by]
  if (!own || !other || own.type !== 'property') return text
  const [first, second] = by === 1 ? [own, other] : [other, own]
  const slice = ({ offset, length }: { offset: number; length: number }) => text.slice(offset, offset + length)
  const between = text.slice(first.offset + first.length, second.offset)
  const before = text.slice(0, first.offset)
  return before + slice(second) + between + slice(first) + text.slice(second.offset + second.length)
}

/** A value that differs between two versions of a file. */
export interface Difference {
  /** Its keys, joined with dots; '' where what both have is in another order. */
  path: string
  before: string | null
  after: string | null
}

/** What differs between two versions of a file, value by value; null where one of them is not JSON. */
export function differences(before: string | null, after: string | null): Difference[] | null {
  try {
    const [old, now] = [valuesIn(before), valuesIn(after)]
    const all = [...new Set([...now.keys(), ...old.keys()])]
    const found = all.flatMap((path) => {
      const [was, is] = [old.get(path) ?? null, now.get(path) ?? null]
      return was === is ? [] : [{ path, before: was, after: is }]
    })
    const common = (values: Map<string, string>, other: Map<string, string>) =>
      [...values.keys()].filter((path) => other.has(path)).join('\n')
    // The order of entries is an order of questions.
    const isTurned = common(old, now) !== common(now, old)
    return isTurned ? [...found, { path: '', before: null, after: null }] : found
  } catch {
    return null
  }
}

function valuesIn(text: string | null): Map<string, string> {
  const found = new Map<string, string>()
  const collect = (value: unknown, path: string): void => {
    if (isTree(value) && Object.keys(value).length > 0)
      for (const [key, inner] of Object.entries(value)) collect(inner, path === '' ? key : `${path}.${key}`)
    else found.set(path, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (text !== null) collect(JSON.parse(text), '')
  return found
}

/** A place that two people changed otherwise. */
export interface Conflict extends Difference {
  /** The file that it is in. */
  name: string
  /** Who changed it in git. */
  author: string
}

/**
 * A file with what others changed in it since both had the same, but where both changed one place.
 * @returns the file, and the places that both changed: before is ours, after theirs; the whole where a file is not JSON
 */
export function merged(base: string, ours: string, theirs: string): { text: string; both: Difference[] } {
  const [mine, other] = [differences(base, ours), differences(base, theirs)]
  if (!mine || !other) return { text: ours, both: [{ path: '', before: ours, after: theirs }] }
  const near = (path: string, each: string) =>
    each === path || `${each}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${each}.`)
  const both: Difference[] = []
  const edits: Edit[] = []
  const said = JSON.parse(theirs)
  for (const { path, after } of other) {
    if (path === '') continue
    const changed = mine.find((each) => each.path !== '' && near(path, each.path))
    if (changed?.path === path && changed.after === after) continue
    if (changed) both.push({ path, before: changed.after, after })
    else edits.push({ path: keysOf(path), value: valueAt(said, keysOf(path)) })
  }
  return { text: edited(ours, edits), both }
}
