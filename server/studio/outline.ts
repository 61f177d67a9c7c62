import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser'
import { isTree } from '#engine/form/model'
import { readSchemas } from '#engine/node'
import { wordsOf } from '#engine/site'

/** A part of a form that is edited by itself. */
export interface Part {
  /** The keys that lead to it, joined with dots; '' for the form. */
  at: string
  kind: 'form' | 'step' | 'field' | 'consent' | 'ending'
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
  /** The texts that it has or could have, by their keys joined with dots. */
  texts: string[]
  /** The ids of its options, in order. */
  options: string[]
  /** Whether an answer is needed; null where that is no question, or depends on answers. */
  isRequired: boolean | null
  /** Whether a condition can be set. */
  hasWhen: boolean
  /** Whether it has a place among others. */
  canMove: { up: boolean; down: boolean }
}

/** What shall be at a path; undefined: nothing. */
export interface Edit {
  path: readonly string[]
  value: unknown
}

/** The texts that parts can have, besides those they have. */
const usualTexts: Record<Part['kind'], readonly string[]> = {
  form: ['title', 'description', 'submitLabel', 'submitNote'],
  step: ['title', 'description'],
  field: ['title', 'hint', 'explanation'],
  consent: [],
  ending: ['title', 'text'],
}

type Value = Readonly<Record<string, unknown>>

/** The parts of a form, in the order of its file. */
export function partsOf(form: Value): Part[] {
  const named = (value: unknown, id: string) => (isTree(value) && typeof value.title === 'string' ? value.title : id)
  const entries = (value: unknown) => (isTree(value) ? Object.entries(value) : [])
  const part = (at: string, kind: Part['kind'], id: string, value: unknown): Part => ({
    ...{ at, kind, title: named(value, id) },
    ...(isTree(value) && value.when !== undefined && { when: value.when }),
    ...(isTree(value) && typeof value.use === 'string' && { group: value.use }),
  })
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
  const own = wordsOf(readSchemas(), 'form.schema.json', form)
    .map((word) => word.path.join('.'))
    .filter((text) => (at === '' || text.startsWith(`${at}.`)) && !isOther(text))
  const usual = usualTexts[part.kind].map((name) => [...path, name].join('.'))
  const optional = isTree(value) ? value.optional : undefined
  const siblings = path.length > 1 ? Object.keys(valueAt(form, path.slice(0, -1)) ?? {}) : []
  const place = siblings.indexOf(path.at(-1) ?? '')
  return {
    part,
    texts: [...new Set([...usual, ...own])],
    options: isTree(value) && isTree(value.options) ? Object.keys(value.options) : [],
    isRequired: part.kind === 'field' && ['boolean', 'undefined'].includes(typeof optional) ? optional !== true : null,
    hasWhen: part.kind === 'step' || part.kind === 'field',
    canMove: { up: place > 0, down: place !== -1 && place < siblings.length - 1 },
  }
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
