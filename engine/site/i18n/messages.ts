import { memoizeByObject } from '#engine/form/values'
import type { Definitions } from '#engine/library'
import { folderNames, folders, type Library, productWords, type Schemas } from '#engine/library'
import { defaultLocale } from '../addresses/paths.ts'
import { languageOf } from '../heads/language-codes.ts'
import { definitionWords, leavesHolding, type Word, wordsIn } from './words.ts'

/** A text as it is written, and where: in a definition or a translation, or among the product's own words. */
export interface Said extends Word {
  file: string
  /** '' for the product's own words. */
  folder: string
  id: string
  /** The language it is written in. */
  locale: string
}

const keptOfLibrary = memoizeByObject<readonly (readonly Said[])[]>()
const keptOfSite = memoizeByObject<ReturnType<typeof memoizeByObject<readonly Said[]>>>()

/** Every text that visitors may read, each once, where it is written. */
export function messages(library: Library, schemas: Schemas): Said[] {
  return messagesByFile(library, schemas, '').flat()
}

/**
 * The same file by file. What a file says is the same object as long as the file and site.json are.
 * @param holding only texts that hold these characters
 */
export function messagesByFile(library: Library, schemas: Schemas, holding: string): readonly (readonly Said[])[] {
  return keptOfLibrary(library, holding, () => findMessages(library, schemas, holding))
}

function findMessages(library: Library, schemas: Schemas, holding: string): readonly (readonly Said[])[] {
  const site = library.site.value
  const source = defaultLocale(site)
  const kept = keptOfSite(site, holding, () => memoizeByObject())
  const inDefinitions = folderNames.flatMap((folder) =>
    [...library[folder]].map(([id, entry]) => {
      const { file, value } = entry
      return kept(value, '', () => {
        const first = sourceLocale(library, folder, value)
        // What a language leaves out is read in the others, from their translations.
        const words = wordsIn(definitionWords(schemas, folders[folder].schema, entry), first)
        return words
          .filter(({ text }) => text.includes(holding))
          .map((word): Said => ({ ...word, file, folder, id, locale: writtenIn(word, folder) ?? first }))
      })
    }),
  )
  const inWords = [...library.words].flatMap(([key, { file, value }]) => {
    const [locale = source, folder = '', id = ''] = key.split('/')
    if (folder === '' && !(productWords as readonly string[]).includes(id)) return []
    const said = kept(value, '', () =>
      leavesHolding(value, holding).map((word): Said => ({ ...word, file, folder, id, locale })),
    )
    return [said]
  })
  return [...inDefinitions, ...inWords]

  /** The words of a language's own rules, of its part of a list and of its titles are in that language. */
  function writtenIn({ path: [key, language = ''] }: Word, folder: string): string | undefined {
    if (key === 'titles' || key === 'descriptions') return languageOf(site, language)
    return key === 'localeRules' || folder === 'lists' ? language : undefined
  }
}

/** The language a definition is written in: the first of its own, or of the site. The `locales` of a block say where it is shown. */
export function sourceLocale(
  { site }: Library,
  folder: keyof Definitions,
  value: Definitions[keyof Definitions],
): string {
  const own = folder !== 'blocks' && 'locales' in value ? value.locales?.[0] : undefined
  return own ?? defaultLocale(site.value)
}
