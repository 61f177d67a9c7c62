import type { Translate } from '#engine/form/model'
import { translate } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import { blocksUsed, cleared, type Definitions, type Library, patched, withBlocks, wordFile } from '#engine/library'
import { translator } from './translator.ts'

const noWords = {}

const kept = memoizeByObject<{ chrome: object; errors: object }>()

/** A definition with its words in a language. The words of a variant are its own, above its base's; those of a page above its blocks'. */
export function translated<K extends keyof Definitions>(
  library: Library,
  folder: K,
  id: string,
  locale: string,
): Definitions[K] | null {
  const entry = library[folder].get(id)
  if (!entry) return null
  const words = wordFile(library.words, locale, folder, id)?.value
  const own = translate(entry.own ?? entry.value, words)
  const placed = entry.blocks ? withBlocks(own, (block) => translated(library, 'blocks', block, locale)) : own
  if (entry.variantOf === undefined) return placed as Definitions[K]
  const base = translated(library, folder, entry.variantOf, locale) as Definitions[K]
  return patched(cleared(base, Object.keys(blocksUsed(own))), placed as Definitions[K] & { variantOf: string })
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

/** Translates the words that tell bounds and figures (locales/<lng>/hints.json), which only the server needs. */
export function hintTranslator({ words }: Pick<Library, 'words'>, locale: string): Translate {
  const hints = wordFile(words, locale, '', 'hints')?.value ?? noWords
  return translator(
    locale,
    kept(hints, '', () => ({ chrome: hints, errors: {} })),
  ).t
}
