import { isTree, type Tree } from '#engine/core/definition/merge-patch.ts'
import type { Schemas } from '../sources/shape.ts'

/** A text a visitor reads, and the keys that lead to it. */
export interface Word {
  path: readonly string[]
  text: string
  /** Set where links are drawn as such: its schema says `"links": true`. */
  links?: true
}

/** The words of a definition: the texts that its schema marks with `"words": true`. */
export function wordsOf(schemas: Schemas, schemaId: string, value: unknown): Word[] {
  return walk({ schemas, file: schemaId, schema: schemas[schemaId] ?? {} }, value, [])
}

/** Of the words of a variant those that its own file says; without a variant, all. */
export function ownWords(words: readonly Word[], own: object | undefined): Word[] {
  if (!own) return [...words]
  const said = new Set(leaves(own).map(({ path }) => path.join('.')))
  return words.filter(({ path }) => said.has(path.join('.')))
}

/** Every text of a tree of words, such as a translation. */
export function leaves(tree: unknown, path: readonly string[] = []): Word[] {
  if (typeof tree === 'string') return [{ path, text: tree }]
  if (Array.isArray(tree)) return tree.flatMap((item, index) => leaves(item, [...path, String(index)]))
  if (!isTree(tree)) return []
  return Object.entries(tree).flatMap(([key, value]) => leaves(value, [...path, key]))
}

interface Place {
  schemas: Schemas
  file: string
  schema: Tree
}

function walk(at: Place, value: unknown, path: readonly string[]): Word[] {
  const place = follow(at)
  if (typeof value === 'string') {
    const { words, links } = place.schema
    return words === true ? [{ path, text: value, ...(links === true && { links }) }] : []
  }
  if (!isTree(value)) return []
  const { properties, additionalProperties, allOf } = place.schema
  const branch = Array.isArray(allOf) ? allOf.find((condition) => isBranch(condition, value)) : undefined
  if (isTree(branch)) return walk({ ...place, schema: branch.then as Tree }, value, path)
  return Object.entries(value).flatMap(([key, child]) => {
    const own = isTree(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    return isTree(own) ? walk({ ...place, schema: own }, child, [...path, key]) : []
  })
}

/** Whether a condition of the schema is about this value: sections are told apart by their kind. */
function isBranch(condition: unknown, value: Tree): boolean {
  const kind =
    isTree(condition) && isTree(condition.if) && isTree(condition.if.properties) && condition.if.properties.kind
  return isTree(kind) && kind.const === value.kind
}

/** The place a `$ref` leads to: `#/definitions/x`, `form.schema.json#/definitions/x` or a whole schema; what is not null, of a schema that lets it be. */
function follow(place: Place): Place {
  const { $ref: reference, else: otherwise } = place.schema
  if (isTree(otherwise)) return follow({ ...place, schema: otherwise })
  if (typeof reference !== 'string') return place
  const [name, pointer = ''] = reference.split('#')
  const file = name ? fileFrom(place.file, name) : place.file
  let schema: unknown = place.schemas[file]
  for (const key of pointer.split('/').slice(1)) schema = isTree(schema) ? schema[key] : undefined
  return isTree(schema) ? follow({ ...place, file, schema }) : place
}

/** The file of a schema, as another one names it. */
function fileFrom(from: string, name: string): string {
  const path = from.split('/').slice(0, -1)
  for (const part of name.split('/')) {
    if (part === '..') path.pop()
    else path.push(part)
  }
  return path.join('/')
}
