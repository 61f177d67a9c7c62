import { kinds } from '#engine/core/kinds/table.ts'
import { forLocale } from '#engine/core/locale-tree.ts'
import { placedFields } from './check-form.ts'
import { didYouMean } from './did-you-mean.ts'
import { defaultLocale } from './paths.ts'
import type { DefinitionProblem } from './problem.ts'
import type { Schemas } from './shape.ts'
import { type Definitions, folders, type Library, wordFile } from './source.ts'
import { leaves, type Word, wordsOf } from './words.ts'

/** The product's own words, one file each in every language. */
const productWords = ['chrome', 'errors', 'kinds'] as const

/** Missing and unused texts of all definitions, in all languages they are offered in. */
export function checkWords(library: Library, schemas: Schemas): DefinitionProblem[] {
  const definitions = (Object.keys(folders) as (keyof Definitions)[]).flatMap((folder) =>
    [...library[folder]].flatMap(([id, { file, value, variant }]) => {
      const schema = variant ? 'variant.schema.json' : folders[folder]
      // The words of a language's own rules are in that language already.
      const { localeRules: _, ...own } = (variant?.own ?? value) as { localeRules?: object }
      return translatedInto(library, folder, id).flatMap((locale) => {
        const words = wordsOf(schemas, schema, forLocale(own, locale))
        const all = wordsOf(schemas, schema, own)
        return all.length === 0 ? [] : compare({ library, folder, id, file, locale, words, all })
      })
    }),
  )
  return [...definitions, ...checkProductWords(library), ...checkTitles(library), ...strayTranslations(library)]
}

/** The languages a definition needs a translation for: all of its own but the source language. */
function translatedInto(library: Library, folder: keyof Definitions, id: string): string[] {
  const own = library[folder].get(id)?.value
  if (own && 'locales' in own) return own.locales.slice(1)
  const users = [...library.forms.values()].filter(({ value }) => {
    if (folder === 'groups') return Object.values(value.steps).some((step) => step.use === id)
    return folder === 'consents' && Object.hasOwn(value.consents ?? {}, id)
  })
  const source = defaultLocale(library.site.value)
  return [...new Set(users.flatMap(({ value }) => value.locales))].filter((locale) => locale !== source)
}

interface Comparison {
  library: Library
  folder: string
  id: string
  file: string
  locale: string
  /** The texts that are offered in the language, and all there are. */
  words: readonly Word[]
  all: readonly Word[]
}

function compare({ library, folder, id, file, locale, words, all }: Comparison): DefinitionProblem[] {
  const translation = wordFile(library.words, locale, folder, id)
  const target = `locales/${locale}/${folder}/${id}.json`
  if (!translation && words.length === 0) return []
  if (!translation) {
    const path = folder === 'groups' || folder === 'consents' ? [] : ['locales']
    return [
      {
        file,
        path,
        on: 'value',
        message: `There is no translation into "${locale}". Write ${target} with ${words.length} texts that mirror this file.`,
      },
    ]
  }
  const known = all.map(({ path }) => path.join('.'))
  const present = leaves(translation.value)
  const translated = new Set(present.filter(({ text }) => text.trim() !== '').map(({ path }) => path.join('.')))
  const missing = words.filter(({ path }) => !translated.has(path.join('.')))
  const unused = present.filter(({ path }) => !known.includes(path.join('.')))
  return [
    ...missing.map(({ path, text }) => ({
      file,
      path,
      on: 'value' as const,
      message: `The text "${short(text)}" has no translation into "${locale}". Add ${path.join('.')} to ${target}.`,
    })),
    ...unused.map(({ path }) => ({
      file: translation.file,
      path,
      on: 'key' as const,
      message: `Nothing uses the text ${path.join('.')}.${didYouMean(
        path.join('.'),
        missing.map((word) => word.path.join('.')),
        'untranslated text',
      )} Correct the key or remove it.`,
    })),
  ]
}

/** Every language has the product's own words, key for key; plural forms differ between languages. */
function checkProductWords({ site, words }: Library): DefinitionProblem[] {
  const source = defaultLocale(site.value)
  const keys = (locale: string, name: string) =>
    new Set(
      leaves(wordFile(words, locale, '', name)?.value).map(({ path }) =>
        path.join('.').replace(/_(zero|one|two|few|many|other)$/, ''),
      ),
    )
  return Object.keys(site.value.locales).flatMap((locale) =>
    productWords.flatMap((name) => {
      const present = keys(locale, name)
      return [...keys(source, name)]
        .filter((key) => !present.has(key))
        .map((key) => ({
          file: site.file,
          path: ['locales', locale],
          on: 'key' as const,
          message: `The language "${locale}" lacks the product's text ${key}. Add it to locales/${locale}/${name}.json.`,
        }))
    }),
  )
}

/** Words beside each other in a field: a title of its own or its kind's. */
function checkTitles(library: Library): DefinitionProblem[] {
  const words = wordFile(library.words, defaultLocale(library.site.value), '', 'kinds')?.value as
    | Record<string, { title?: string }>
    | undefined
  const fields = [...library.forms.values()].flatMap((form) => placedFields(form, library))
  const untitled = fields.filter(
    ({ field: { title, kind = '' } }) =>
      title === undefined && !words?.[kind]?.title && (kind === '' || Object.hasOwn(kinds, kind)),
  )
  const steps = [...library.forms.values()].flatMap(({ file, value }) =>
    Object.entries(value.steps).flatMap(([id, step]) => {
      const titled =
        step.title !== undefined || (step.use !== undefined && library.groups.get(step.use)?.value.title !== undefined)
      const unknown = step.use !== undefined && !library.groups.has(step.use)
      return titled || unknown
        ? []
        : [
            {
              file,
              path: ['steps', id],
              on: 'key' as const,
              message: `The step "${id}" has no title. Add "title": it is the heading the visitor reads.`,
            },
          ]
    }),
  )
  return [
    ...steps,
    ...untitled.map(({ id, file, path }) => ({
      file,
      path,
      on: 'key' as const,
      message: `The field "${id}" has no title. Add "title": it is the question the visitor reads.`,
    })),
  ]
}

/** A translation without a definition is a misspelt file name or a leftover. */
function strayTranslations(library: Library): DefinitionProblem[] {
  return [...library.words].flatMap(([key, { file }]) => {
    const [, folder = '', id = ''] = key.split('/')
    if (folder === '' && (productWords as readonly string[]).includes(id)) return []
    if (library.broken.has(`${folder}/${id}`) || (folder in folders && library[folder as keyof Definitions].has(id)))
      return []
    const known = folder in folders ? [...library[folder as keyof Definitions].keys()] : [...productWords]
    return [
      {
        file,
        path: [],
        on: 'value' as const,
        message: `There is no definition for this translation.${didYouMean(id, known, 'definition')} Rename or remove it.`,
      },
    ]
  })
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
