import { forLocale } from '#engine/core/definition/locale-tree.ts'
import { oncePerValue } from '#engine/core/values/once-per-value.ts'
import { languageOf } from '../heads/language-codes.ts'
import { defaultLocale } from '../portal/addresses/paths.ts'
import { productWords } from '../sources/definition-key.ts'
import { folderNames, folders } from '../sources/folders.ts'
import type { Schemas } from '../sources/shape.ts'
import type { Library } from '../sources/source.ts'
import { sourceLocale } from './source-locale.ts'
import { leaves, ownWords, type Word, wordsOf } from './words.ts'

/** A text as it is written, and where: in a definition or a translation, or among the product's own words. */
export interface Said extends Word {
  file: string
  /** '' for the product's own words. */
  folder: string
  id: string
  /** The language it is written in. */
  locale: string
}

const kept = oncePerValue<readonly Word[]>()

/**
 * Every text that visitors may read, each once, where it is written.
 * @param holding only those that hold these characters
 */
export function sayings(library: Library, schemas: Schemas, holding = ''): Said[] {
  const source = defaultLocale(library.site.value)
  const inDefinitions = folderNames.flatMap((folder) =>
    [...library[folder]].flatMap(([id, { file, value, own }]) => {
      const first = sourceLocale(library, folder, value)
      const { schema } = folders[folder]
      // What a language leaves out is read in the others, from their translations.
      const words = found(value, `${first} ${holding}`, () =>
        ownWords(wordsOf(schemas, schema, forLocale(value, first)), own),
      )
      return words.map((word): Said => ({ ...word, file, folder, id, locale: writtenIn(word, folder) ?? first }))
    }),
  )
  const inWords = [...library.words].flatMap(([key, { file, value }]) => {
    const [locale = source, folder = '', id = ''] = key.split('/')
    if (folder === '' && !(productWords as readonly string[]).includes(id)) return []
    return found(value, holding, () => leaves(value)).map((word): Said => ({ ...word, file, folder, id, locale }))
  })
  return [...inDefinitions, ...inWords]

  function found(value: object, key: string, words: () => readonly Word[]): readonly Word[] {
    return kept(value, key, () => words().filter(({ text }) => text.includes(holding)))
  }

  /** The words of a language's own rules, of its part of a list and of its titles are in that language. */
  function writtenIn({ path: [key, language = ''] }: Word, folder: string): string | undefined {
    if (key === 'titles' || key === 'descriptions') return languageOf(library.site.value, language)
    return key === 'localeRules' || folder === 'lists' ? language : undefined
  }
}
