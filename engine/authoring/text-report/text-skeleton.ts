import { isTree } from '#engine/form/model'
import { type Schemas, type SourceFile, shapeCheck, sortSources, untranslatedMark } from '#engine/library'
import { translations, type Word } from '#engine/site'

/** A file of words with every text that is missing in it, to be written over. */
export interface Skeleton {
  locale: string
  /** The definition, by where it stands: pages/finance/loan. */
  place: string
  value: object
  /** How many of its texts were missing. */
  missing: number
}

/**
 * The translations that lack texts, each with these in place: in the source language and marked, in the order of the
 * definition. Whatever else the file says, stays. null when the definitions have no usable site.json.
 */
export function skeletons(sources: readonly SourceFile[], schemas: Schemas): Skeleton[] | null {
  const { library } = sortSources(sources, shapeCheck(schemas))
  if (!library) return null
  const written = new Map(sources.map(({ locale, folder, id, value }) => [`${locale}/${folder}/${id}`, value]))
  return translations(library, schemas).flatMap(({ locale, folder, id, place, offered }) => {
    const present = written.get(`${locale}/${folder}/${id}`)
    const words = offered()
    const missing = words.filter(({ path }) => !isPresent(path, present)).length
    return missing === 0 ? [] : [{ locale, place, value: over(treeOf(words), present), missing }]
  })
}

/** Whether a text stands there, marked or not. A text that is only blank does not. */
function isPresent(path: readonly string[], tree: unknown): boolean {
  const found = path.reduce<unknown>((at, key) => (isTree(at) && Object.hasOwn(at, key) ? at[key] : undefined), tree)
  return typeof found === 'string' && found.trim() !== ''
}

function treeOf(words: readonly Word[]): object {
  const tree: Record<string, unknown> = {}
  for (const { path, text } of words) {
    let at = tree
    for (const key of path.slice(0, -1)) {
      at[key] ??= {}
      at = at[key] as Record<string, unknown>
    }
    at[path.at(-1) ?? ''] = untranslatedMark + text
  }
  return tree
}

/** What is there already, over the skeleton: the skeleton's order first, then whatever it does not know. */
function over(skeleton: object, present: unknown): object {
  if (!isTree(present)) return skeleton
  const known = Object.entries(skeleton).map(([key, value]): [string, unknown] => {
    const own = Object.hasOwn(present, key) ? present[key] : undefined
    if (isTree(value) && (own === undefined || isTree(own))) return [key, over(value, own)]
    return [key, own === undefined || (typeof own === 'string' && own.trim() === '') ? value : own]
  })
  const rest = Object.entries(present).filter(([key]) => !Object.hasOwn(skeleton, key))
  return Object.fromEntries([...known, ...rest])
}
