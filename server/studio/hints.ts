import { findNodeAtLocation, getLocation, parse, parseTree } from 'jsonc-parser'
import { isTree } from '#engine/form/model'
import { documentOf, followed, innerShape, type Shape, schemaOf } from './outline.ts'

/** What can be written at a place of a definition file, and what is written there. */
export interface Hints {
  /** What a choice replaces. */
  from: number
  to: number
  options: { label: string; info: string; insert: string }[]
  /** What the place means, in the words of the schemas; '' for nothing. */
  meaning: string
}

/** What the schemas say of a place. @param text as it is being typed: it need not be valid JSON */
export function hintsAt(text: string, offset: number): Hints {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset)
  const isIn = previousNode !== undefined && offset >= previousNode.offset
  const [from, to] = isIn ? [previousNode.offset, previousNode.offset + previousNode.length] : [offset, offset]
  const keys = path.map(String)
  const whole: unknown = parse(text)
  const root = parseTree(text)
  const above = keys.slice(0, -1)
  const there = root && findNodeAtLocation(root, above)
  const siblings = (there?.children ?? []).map((each) => String(each.children?.[0]?.value))
  const hasColon = /^\s*:/.test(text.slice(to))
  const options = isAtPropertyKey
    ? shapesAt(whole, above).flatMap((shape) =>
        Object.keys(isTree(shape.schema.properties) ? shape.schema.properties : {}).flatMap((key) => {
          if (key === '$schema' || (siblings.includes(key) && key !== keys.at(-1))) return []
          const inner = innerShape(shape, 'properties', key)
          const rest = hasColon ? '' : `: ${emptyOf(inner)}`
          return [{ label: key, info: aboutOf(inner), insert: JSON.stringify(key) + rest }]
        }),
      )
    : shapesAt(whole, keys).flatMap(({ schema }) => {
        const values = Array.isArray(schema.enum) ? schema.enum : schema.type === 'boolean' ? [true, false] : []
        return values.map((each) => ({ label: String(each), info: '', insert: JSON.stringify(each) }))
      })
  const meaning =
    shapesAt(whole, keys)
      .map(aboutOf)
      .find((about) => about !== '') ?? ''
  return { from, to, options: [...new Map(options.map((each) => [each.label, each])).values()], meaning }
}

const aboutOf = ({ schema }: Shape) => (typeof schema.description === 'string' ? schema.description : '')

/** How a value of a schema begins. */
function emptyOf({ schema }: Shape): string {
  const [type] = [schema.type].flat()
  return { string: '""', object: '{}', array: '[]' }[String(type)] ?? ''
}

/** The schemas that a place has: one for each of the alternatives that it is left with. */
function shapesAt(whole: unknown, path: readonly string[]): Shape[] {
  const value = isTree(whole) ? whole : {}
  const document = documentOf(value)
  const isSection = document === 'page' && path[0] === 'sections' && path.length > 1
  const known = isSection ? path.slice(0, 2) : []
  const rest = path.slice(known.length)
  const part = { at: known.join('.'), kind: isSection ? ('section' as const) : document, title: '' }
  return rest.reduce<Shape[]>(
    (shapes, key) => shapes.flatMap((shape) => below(shape, key)),
    choicesOf(schemaOf(part, value)),
  )
}

function below(shape: Shape, key: string): Shape[] {
  const { properties, additionalProperties, items } = shape.schema
  const at =
    isTree(properties) && Object.hasOwn(properties, key)
      ? ['properties', key]
      : isTree(additionalProperties)
        ? ['additionalProperties']
        : isTree(items) && /^\d+$/.test(key)
          ? ['items']
          : null
  return at ? choicesOf(innerShape(shape, ...at)) : []
}

/** A schema with the alternatives that it lists, and what it says of a value that meets its condition or not. */
function choicesOf(shape: Shape): Shape[] {
  const inner = ['allOf', 'anyOf', 'oneOf', 'then', 'else'].flatMap((name) =>
    [shape.schema[name]]
      .flat()
      .filter(isTree)
      .map((schema) => followed({ file: shape.file, schema })),
  )
  return [shape, ...inner.flatMap(choicesOf)]
}
