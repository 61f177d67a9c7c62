import { wordParts } from '#engine/core/links.ts'
import { didYouMean } from './did-you-mean.ts'
import { kept } from './kept.ts'
import { defaultLocale } from './paths.ts'
import type { DefinitionProblem } from './problem.ts'
import type { Schemas } from './shape.ts'
import { type Definitions, folders, type Library } from './source.ts'
import { leaves, ownWords, type Word, wordsOf } from './words.ts'

/** Links in words lead to pages that exist in the language of the words. */
export function checkLinks(library: Library, schemas: Schemas): DefinitionProblem[] {
  const source = defaultLocale(library.site.value)
  const inDefinitions = (Object.keys(folders) as (keyof Definitions)[]).flatMap((folder) =>
    [...library[folder].values()].flatMap(({ file, value, variant }) => {
      const words = linked(value, () => ownWords(wordsOf(schemas, folders[folder], value), variant?.own))
      const locale = ('locales' in value ? value.locales[0] : undefined) ?? source
      return words.flatMap((word) => checkWord(library, file, word, locale))
    }),
  )
  const inTranslations = [...library.words].flatMap(([key, { file, value }]) =>
    linked(value, () => leaves(value)).flatMap((word) => checkWord(library, file, word, key.split('/')[0] ?? source)),
  )
  return [...inDefinitions, ...inTranslations]
}

const keptLinks = kept<Word[]>()

/** The words of a file that hold a link. */
function linked(value: object, words: () => Word[]): Word[] {
  return keptLinks(value, '', () => words().filter(({ text }) => text.includes('](')))
}

function checkWord(library: Library, file: string, { path, text }: Word, locale: string): DefinitionProblem[] {
  return wordParts(text).flatMap((part) => {
    const message = typeof part === 'string' ? null : badTarget(library, part.target, locale)
    return message === null ? [] : [{ file, path, on: 'value' as const, message }]
  })
}

function badTarget(library: Library, target: string, locale: string): string | null {
  const id = /^page:(.+)$/.exec(target)?.[1]
  if (id === undefined) return `Words link to pages of this site only: write [label](page:id), not "${target}".`
  const page = library.pages.get(id)
  if (!page) {
    return library.broken.has(`pages/${id}`)
      ? null
      : `There is no page "${id}".${didYouMean(id, [...library.pages.keys()], 'page')}`
  }
  if (page.value.draft)
    return `The page "${id}" is a draft, so nobody can follow this link. Publish the page, or take the link out here.`
  return page.value.locales.includes(locale)
    ? null
    : `The page "${id}" is not offered in "${locale}". Add the language to the page, or take the link out here.`
}
