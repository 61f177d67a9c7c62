import { isTree, type Tree } from '#engine/form/model/merge-patch.ts'
import { oncePerValue } from '#engine/form/values/once-per-value.ts'
import type { Schemas } from '../../library/shape.ts'

/** What a schema says of the words at a place of a definition. */
export interface WordPlace {
  isWord: boolean
  /** Whether links are drawn as such there. */
  hasLinks: boolean
  /** The place under a key; null where its schema knows none. */
  inner: (key: string) => WordPlace | null
  /** The place of a value of a kind, where the schema tells them apart by it. */
  ofKind: (kind: unknown) => WordPlace | null
}

/** The place of a whole definition. @param schemaId its schema's, such as page.schema.json */
export function rootPlace(schemas: Schemas, schemaId: string): WordPlace {
  return placeAt(schemas, schemaId, schemas[schemaId] ?? {})
}

const kept = oncePerValue<WordPlace>()

/** @param file whose schema this is a part of: where its references begin */
function placeAt(schemas: Schemas, file: string, part: Tree): WordPlace {
  return kept(part, '', () => {
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
