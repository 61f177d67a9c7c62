import { isTree, pageTarget, wordParts } from '#engine/form/model'
import { folderNames, folderOf, folders } from './folders.ts'
import type { Definitions, SourceFile } from './source.ts'

/** The words of the product itself, one file each in every language. */
export const productWords = [
  'blog',
  'chrome',
  'closed-forms',
  'consent',
  'deal-cards',
  'error-pages',
  'errors',
  'go-on-later',
  'heads',
  'hints',
  'kinds',
  'mails',
  'offers',
] as const

/** site.json. */
export const siteKey = 'site'

/** The product's words in all languages: together, because their keys must match. */
export const wordsKey = 'words'

/** The keys under which a definition names another by its id, for all languages or each, and those under which it lists some → the folder. */
const naming = new Map(
  folderNames.flatMap((folder) => {
    const { named = [], namedIn = '' } = folders[folder]
    return [namedIn]
      .flat()
      .flatMap((within) => named.map((key): [string, keyof Definitions] => [`${within} ${key}`, folder]))
  }),
)
const byLocale = new Map(folderNames.map((folder) => [folders[folder].namedByLocale, folder]))
const listing = new Map(folderNames.map((folder) => [folders[folder].listed, folder]))

/** The definitions that a file names, as keys such as groups/contact; some of them may not exist. */
export interface References {
  /** Without these it cannot be shown. */
  needs: readonly string[]
  /** All that it names: its links and the forms it shows, too. */
  names: readonly string[]
}

/** Read from the file as it is, whatever mistakes it has. */
export function referencesOf(source: Pick<SourceFile, 'locale' | 'folder' | 'id' | 'value'>): References {
  const found = new Set(namedIn(source.value, source.folder))
  const names = [...found].filter((key) => key !== definitionKey(source))
  const needs = names.filter((key) => {
    const [folder = ''] = key.split('/')
    return folderOf(folder)?.isNeeded || (folder === 'brands' && definitionKey(source) === siteKey)
  })
  const base = isTree(source.value) && source.locale === null ? source.value.variantOf : undefined
  return { names, needs: typeof base === 'string' ? [...needs, `${source.folder}/${base}`] : needs }
}

function namedIn(value: unknown, folder: string, under = ''): string[] {
  if (typeof value === 'string') {
    const named = under === 'variantOf' ? folder : (naming.get(`${folder} ${under}`) ?? naming.get(` ${under}`))
    const links = wordParts(value).flatMap((part) => {
      const target = typeof part === 'string' ? null : pageTarget(part.target)
      return target ? [`pages/${target.page}`] : []
    })
    return named === undefined ? links : [`${named}/${value}`, ...links]
  }
  if (Array.isArray(value)) return value.flatMap((item) => namedIn(item, folder, under))
  if (!isTree(value)) return []
  const listed = listing.get(under)
  const ids = [
    ...(listed === undefined ? [] : Object.keys(value)).map((id) => `${listed}/${id}`),
    ...(byLocale.has(under) ? Object.values(value) : []).map((id) => `${byLocale.get(under)}/${id}`),
  ]
  return [...ids, ...Object.entries(value).flatMap(([key, inner]) => namedIn(inner, folder, key))]
}

/** A file by where it stands. */
type Place = Pick<SourceFile, 'locale' | 'folder' | 'id'>

/**
 * What a file belongs to: `forms/pets` for a definition and for each of its translations, which are one thing to a
 * visitor and go live together.
 */
export function definitionKey({ locale, folder, id }: Place): string {
  if (folder !== '') return `${folder}/${id}`
  if (locale === null) return id
  return (productWords as readonly string[]).includes(id) ? wordsKey : `${locale}/${id}`
}
