import type { SourceFile } from './source.ts'

/** A file by where it stands. */
export type Place = Pick<SourceFile, 'locale' | 'folder' | 'id'>

/** The words of the product itself, one file each in every language. */
export const productWords = [
  'blog',
  'chrome',
  'consent',
  'deal-cards',
  'error-pages',
  'errors',
  'go-on-later',
  'heads',
  'hints',
  'kinds',
  'mails',
] as const

/** site.json. */
export const siteKey = 'site'

/** The product's words in all languages: together, because their keys must match. */
export const wordsKey = 'words'

/**
 * What a file belongs to: `forms/pets` for a definition and for each of its translations, which are one thing to a
 * visitor and go live together.
 */
export function definitionKey({ locale, folder, id }: Place): string {
  if (folder !== '') return `${folder}/${id}`
  if (locale === null) return id
  return (productWords as readonly string[]).includes(id) ? wordsKey : `${locale}/${id}`
}
