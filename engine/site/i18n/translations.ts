import { forLocale } from '#engine/form/model'
import {
  type Definitions,
  type Entry,
  folderNames,
  folders,
  type Library,
  pagesWithBlock,
  placeOf,
  type Schemas,
  wordFile,
} from '#engine/library'
import { defaultLocale } from '../addresses/paths.ts'
import { definitionWords, ownWords, type Word, wordsOf } from './words.ts'

/** What a definition needs in one more language, and the file that should hold it. */
export interface Translation {
  /** The definition's file. */
  file: string
  folder: keyof Definitions
  id: string
  locale: string
  /** Where it stands in a tree of definitions or of words, without the ending: pages/finance/loan. */
  place: string
  /** Where the translation stands, or should: locales/de/forms/home-insurance.json. */
  target: string
  translation: Entry<object> | undefined
  /** Nobody but its authors sees it, so its words may wait. */
  isDraft: boolean
  /** The definition itself: the same object as long as its file is unchanged. */
  definition: object
  /** The source texts that are offered in the language, in its order; and all there are. Found when they are asked for. */
  offered: () => readonly Word[]
  all: () => readonly Word[]
}

/** Every definition with words, in every language it is translated into. */
export function translations(library: Library, schemas: Schemas): Translation[] {
  return folderNames.flatMap((folder) =>
    [...library[folder]].flatMap(([id, entry]) => {
      const { file, area, value, own } = entry
      const { schema } = folders[folder]
      const all = () => definitionWords(schemas, schema, entry).filter(isTranslated)
      const place = placeOf(folder, id, area)
      return languagesOf(library, folder, id).map((locale) => ({
        file,
        folder,
        id,
        locale,
        place,
        target: `locales/${locale}/${place}.json`,
        translation: wordFile(library.words, locale, folder, id),
        isDraft: 'draft' in value && value.draft === true,
        definition: value,
        offered: () => ownWords(wordsOf(schemas, schema, forLocale(value, locale)), own).filter(isTranslated),
        all,
      }))
    }),
  )
}

/** The words of a language's own rules and titles are in that language already. */
function isTranslated({ path: [key = ''] }: Word): boolean {
  return !['localeRules', 'titles', 'descriptions'].includes(key)
}

/** The languages a definition is translated into: all of its own, or of the public forms or pages that use it, but the source language. */
function languagesOf(library: Library, folder: keyof Definitions, id: string): string[] {
  const source = defaultLocale(library.site.value)
  const others = Object.keys(library.site.value.locales).filter((locale) => locale !== source)
  if (folder === 'blocks')
    return others.filter((locale) => pagesWithBlock(library, id, locale).some(([, { value }]) => !value.draft))
  const own = library[folder].get(id)?.value
  if (own && 'locales' in own) return own.locales?.slice(1) ?? []
  const { isUsedBy } = folders[folder]
  const users = [...library.forms.values()].filter(({ value }) => !value.draft && isUsedBy?.(value, id))
  return others.filter((locale) => users.some(({ value }) => value.locales.includes(locale)))
}
