import { translate } from '#engine/core/definition/locale-tree.ts'
import { type Definitions, type Library, wordFile } from '../sources/source.ts'
import { patched } from '../sources/variants.ts'

/** A definition with its words in a language. A variant's words are its own, above the base's. */
export function translated<K extends keyof Definitions>(
  library: Library,
  folder: K,
  id: string,
  locale: string,
): Definitions[K] | null {
  const entry = library[folder].get(id)
  if (!entry) return null
  const words = wordFile(library.words, locale, folder, id)?.value
  if (!entry.variant) return translate(entry.value as Definitions[K], words)
  const base = translated(library, folder, entry.variant.of, locale) as Definitions[K]
  return patched(base, translate(entry.variant.own, words))
}

/** All definitions of a folder with their words in a language, by id. */
export function allTranslated<K extends keyof Definitions>(
  library: Library,
  folder: K,
  locale: string,
): Record<string, Definitions[K]> {
  const entries = [...library[folder].keys()].map((id) => [id, translated(library, folder, id, locale)])
  return Object.fromEntries(entries) as Record<string, Definitions[K]>
}
