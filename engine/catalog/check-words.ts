import { kinds } from '#engine/core/kinds/table.ts'
import { confirmedFile } from './confirmed.ts'
import { didYouMean } from './did-you-mean.ts'
import { defaultLocale } from './paths.ts'
import { placedFields } from './placed-fields.ts'
import type { DefinitionProblem } from './problem.ts'
import { type Definitions, folders, type Library, wordFile } from './source.ts'
import { leaves } from './words.ts'

/** The product's own words, one file each in every language. */
const productWords = ['chrome', 'errors', 'kinds'] as const

/** The words that are not a translation's business: the product's own, titles, and files without a definition. */
export function checkWords(library: Library): DefinitionProblem[] {
  return [...checkProductWords(library), ...checkTitles(library), ...strayTranslations(library)]
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
    if (folder === '' && [...productWords, confirmedFile].includes(id)) return []
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
