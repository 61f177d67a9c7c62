import { wordParts } from '#engine/core/definition/links.ts'
import { isTree } from '#engine/core/definition/merge-patch.ts'
import { definitionKey, siteKey } from './definition-key.ts'
import type { SourceFile } from './source.ts'

/** The keys under which a definition names another by its id, and the folder it is in. */
const naming: Readonly<Record<string, string>> = {
  use: 'groups',
  list: 'lists',
  form: 'forms',
  page: 'pages',
  pages: 'pages',
  brand: 'brands',
  brands: 'brands',
}

/** What is nothing without what it names: a form without its group. A page without a form is still a page. */
const needed = ['groups', 'lists', 'consents']

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
    return needed.includes(folder) || (folder === 'brands' && definitionKey(source) === siteKey)
  })
  const base = isTree(source.value) && source.locale === null ? source.value.variantOf : undefined
  return { names, needs: typeof base === 'string' ? [...needs, `${source.folder}/${base}`] : needs }
}

function namedIn(value: unknown, folder: string, under = ''): string[] {
  if (typeof value === 'string') {
    const named = under === 'variantOf' ? folder : naming[under]
    const links = wordParts(value).flatMap((part) =>
      typeof part !== 'string' && part.target.startsWith('page:') ? [`pages/${part.target.slice('page:'.length)}`] : [],
    )
    return named === undefined ? links : [`${named}/${value}`, ...links]
  }
  if (Array.isArray(value)) return value.flatMap((item) => namedIn(item, folder, under))
  if (!isTree(value)) return []
  const consents = under === 'consents' ? Object.keys(value).map((id) => `consents/${id}`) : []
  return [...consents, ...Object.entries(value).flatMap(([key, inner]) => namedIn(inner, folder, key))]
}
