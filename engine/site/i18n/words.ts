import { isTree, type Tree } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import type { Entry, Schemas } from '#engine/library'

const keptPlaces = memoizeByObject<WordPlace>()

/** A text a visitor reads, and the keys that lead to it. */
export interface Word {
  path: readonly string[]
  text: string
  /** Set where links are drawn as such: its schema says `"links": true`. */
  links?: true
  /** The only languages it is read in, where what it stands in says so. */
  only?: readonly string[]
}

/** The words of a definition: the texts that its schema marks with `"words": true`. */
export function wordsOf(schemas: Schemas, schemaId: string, value: unknown): Word[] {
  const found: Word[] = []
  walk(rootPlace(schemas, schemaId), value, [], undefined)
  return found

  function walk(at: WordPlace, value: unknown, path: readonly string[], only: Word['only']): void {
    if (typeof value === 'string' && at.isWord)
      found.push({ path, text: value, ...(at.hasLinks && { links: true }), ...(only && { only }) })
    if (!isTree(value)) return
    const place = placeOfValue(at, value)
    for (const key of Object.keys(value)) {
      const inner = place.inner(key)
      if (inner) walk(inner, value[key], [...path, key], narrowed(only, value[key]))
    }
  }
}

/** What the schema of a definition says of the word at a path; null where no word stands. */
export function wordPlace(
  schemas: Schemas,
  schemaId: string,
  value: unknown,
  path: readonly string[],
): WordPlace | null {
  let place: WordPlace | null = rootPlace(schemas, schemaId)
  let at = value
  for (const key of path) {
    if (!place || !isTree(at) || !Object.hasOwn(at, key)) return null
    place = placeOfValue(place, at).inner(key)
    at = at[key]
  }
  return place?.isWord && typeof at === 'string' ? place : null
}

/** The place of a value that may be of a kind. */
function placeOfValue(place: WordPlace, value: Tree): WordPlace {
  const ofKind = place.ofKind(value.kind)
  return ofKind ? placeOfValue(ofKind, value) : place
}

/** The languages left of these in what may say its own. */
function narrowed(only: Word['only'], value: unknown): Word['only'] {
  if (!isTree(value) || !Array.isArray(value.locales)) return only
  const { locales } = value
  return only?.filter((locale) => locales.includes(locale)) ?? locales
}

const kept = memoizeByObject<readonly Word[]>()

/** The words that a definition says in its own file, in all languages it says some in. */
export function definitionWords(
  schemas: Schemas,
  schemaId: string,
  { value, own }: Pick<Entry<object>, 'value' | 'own'>,
): readonly Word[] {
  return kept(value, schemaId, () => ownWords(wordsOf(schemas, schemaId, value), own))
}

/** Of words those that are read in a language. */
export function wordsIn(words: readonly Word[], locale: string): readonly Word[] {
  return words.filter(({ only }) => only?.includes(locale) ?? true)
}

/** Of the words of a variant those that its own file says; without a variant, all. */
export function ownWords(words: readonly Word[], own: object | undefined): readonly Word[] {
  return own ? words.filter(({ path }) => textAt(own, path) !== undefined) : words
}

/** Every text of a tree of words, such as a translation. */
export function leaves(tree: unknown): Word[] {
  return leavesHolding(tree, '')
}

/** Of the texts of a tree those that hold these characters. */
export function leavesHolding(tree: unknown, characters: string): Word[] {
  const found: Word[] = []
  collect(tree, [])
  return found

  function collect(value: unknown, path: string[]): void {
    if (typeof value === 'string' && value.includes(characters)) found.push({ path: [...path], text: value })
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      path.push(key)
      collect(inner, path)
      path.pop()
    }
  }
}

/** How many texts a tree of words has. */
export function countLeaves(tree: unknown): number {
  if (typeof tree === 'string') return 1
  if (typeof tree !== 'object' || tree === null) return 0
  let count = 0
  for (const inner of Object.values(tree)) count += countLeaves(inner)
  return count
}

/** The text at a place of a tree; undefined where there is none. */
export function textAt(tree: unknown, path: readonly string[]): string | undefined {
  let at = tree
  for (const key of path) at = isTree(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return typeof at === 'string' ? at : undefined
}

/** What a schema says of the words at a place of a definition. */
interface WordPlace {
  isWord: boolean
  /** Whether links are drawn as such there. */
  hasLinks: boolean
  /** The place under a key; null where its schema knows none. */
  inner: (key: string) => WordPlace | null
  /** The place of a value of a kind, where the schema tells them apart by it. */
  ofKind: (kind: unknown) => WordPlace | null
}

/** The place of a whole definition. @param schemaId its schema's, such as page.schema.json */
function rootPlace(schemas: Schemas, schemaId: string): WordPlace {
  return placeAt(schemas, schemaId, schemas[schemaId] ?? {})
}

/** @param file whose schema this is a part of: where its references begin */
function placeAt(schemas: Schemas, file: string, part: Tree): WordPlace {
  return keptPlaces(part, '', () => {
    const { file: at, schema } = follow({ schemas, file, schema: part })
    const { properties, additionalProperties, allOf } = schema
    // The first that is about a kind counts.
    const kinds = new Map((Array.isArray(allOf) ? allOf : []).flatMap(branchOf).reverse())
    return {
      isWord: schema.words === true,
      hasLinks: schema.links === true,
      inner(key) {
        const own = isTree(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties
        return isTree(own) ? placeAt(schemas, at, own) : null
      },
      ofKind(kind) {
        const own = kinds.get(kind)
        return own ? placeAt(schemas, at, own) : null
      },
    }
  })
}

/** What a condition of a schema says of a kind: sections are told apart by theirs. */
function branchOf(condition: unknown): [unknown, Tree][] {
  if (!isTree(condition) || !isTree(condition.if) || !isTree(condition.if.properties)) return []
  const { kind } = condition.if.properties
  return isTree(kind) && isTree(condition.then) ? [[kind.const, condition.then]] : []
}

interface Part {
  schemas: Schemas
  file: string
  schema: Tree
}

/** The part a `$ref` leads to: `#/definitions/x`, `form.schema.json#/definitions/x` or a whole schema; what is not null, of a schema that lets it be. */
function follow(part: Part): Part {
  const { $ref: reference, else: otherwise } = part.schema
  if (isTree(otherwise)) return follow({ ...part, schema: otherwise })
  if (typeof reference !== 'string') return part
  const [name, pointer = ''] = reference.split('#')
  const file = name ? fileFrom(part.file, name) : part.file
  let schema: unknown = part.schemas[file]
  for (const key of pointer.split('/').slice(1)) schema = isTree(schema) ? schema[key] : undefined
  return isTree(schema) ? follow({ ...part, file, schema }) : part
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
