import { isTree, type Tree } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import type { BlockDefinition } from '#schemas/generated/block.ts'
import type { BrandDefinition } from '#schemas/generated/brand.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import type { DefinitionProblem } from './definition-problem.ts'
import { didYouMean } from './did-you-mean.ts'
import { folderNames, folderOf, folders } from './folders.ts'
import { applyBlocks, applyVariants } from './placed-blocks.ts'
import type { ShapeCheck } from './shape.ts'
import { nameBrands } from './shown-pages.ts'
import type { Entry, Library, SourceFile } from './source.ts'

/** What stands before a text that is still to be translated: until it is gone, the text counts as missing. */
export const untranslatedMark = 'TODO: '

const kept = memoizeByObject<Tree>()

/** The sources sorted into folders, and the problems of those that do not have the right shape. */
export interface Sorted {
  /** null when there is no usable site.json: without its languages nothing else can be judged. */
  library: Library | null
  problems: DefinitionProblem[]
}

/** @param leftOut definitions that are there and not among the sources, because they cannot be used */
export function sortSources(
  sources: readonly SourceFile[],
  check: ShapeCheck,
  leftOut: ReadonlySet<string> = new Set(),
): Sorted {
  const problems: DefinitionProblem[] = []
  const broken = new Set(leftOut)
  const maps = Object.fromEntries(folderNames.map((folder) => [folder, new Map<string, Entry<unknown>>()]))
  const words = new Map<string, Entry<object>>()
  const first = new Map<string, string>()
  let site: Entry<SiteDefinition> | null = null

  for (const { file, locale, folder, area, id, value, isUnreadable } of sources) {
    const key = wordsOrDefinition(locale, folder, id)
    const twin = first.get(key)
    if (twin !== undefined) problems.push(twins(file, twin, id))
    else first.set(key, file)
    if (isUnreadable) {
      broken.add(key)
      continue
    }
    if (locale !== null) {
      const { textSchema } = folderOf(folder) ?? {}
      const found = textSchema === undefined ? [] : check(textSchema, file, value)
      problems.push(...found)
      if (found.length > 0) broken.add(key)
      else if (isTree(value)) words.set(key, { file, value: translatedWords(value) })
      else {
        broken.add(key)
        const message = 'A file of words is an object in { } that mirrors its definition.'
        problems.push({ file, path: [], on: 'value', message })
      }
      continue
    }
    const schema = schemaOf(folder, id, value)
    if (schema === undefined) {
      problems.push(strayFile(file, folder))
      continue
    }
    const found = check(schema, file, value)
    problems.push(...found)
    if (found.length > 0) broken.add(`${folder}/${id}`)
    else if (folder === '') site = { file, value: value as SiteDefinition }
    else maps[folder]?.set(id, { file, area, value })
  }
  if (site === null && !broken.has('/site')) {
    problems.push({
      file: 'site.json',
      path: [],
      on: 'value',
      message: 'site.json is missing. Write it with "locales" and "brand".',
    })
  }
  const [pages, blocks] = [maps.pages as Map<string, Entry<object>>, maps.blocks as Map<string, Entry<BlockDefinition>>]
  problems.push(...applyBlocks(pages, blocks, broken, check))
  for (const folder of folderNames.filter((name) => folders[name].variantSchema)) {
    problems.push(...applyVariants(folder, maps[folder] as Map<string, Entry<object>>, broken, check))
  }
  nameBrands(maps.pages as Map<string, Entry<PageDefinition>>, maps.brands as Map<string, Entry<BrandDefinition>>)
  return { library: site && ({ site, broken, words, ...maps } as unknown as Library), problems }
}

/** Two files in different areas of a folder that have one id. */
function twins(file: string, twin: string, id: string): DefinitionProblem {
  const message = `${twin} has the id "${id}" already: a file's name is its id, regardless of its folder. Rename or remove one of the two.`
  return { file, path: [], on: 'value', message }
}

function wordsOrDefinition(locale: string | null, folder: string, id: string): string {
  return locale === null ? `${folder}/${id}` : `${locale}/${folder}/${id}`
}

/** The $id of the schema of a definition by where it stands; a variant has one of its own. */
export function schemaOf(folder: string, id: string, value: unknown): string | undefined {
  if (folder === '') return id === 'site' ? 'site.schema.json' : undefined
  const { schema, variantSchema } = folderOf(folder) ?? {}
  return variantSchema !== undefined && isTree(value) && 'variantOf' in value ? variantSchema : schema
}

function strayFile(file: string, folder: string): DefinitionProblem {
  const hint =
    folder === ''
      ? ' Only site.json, deals.json and questions.json belong at the top.'
      : didYouMean(folder, folderNames)
  return { file, path: [], on: 'value', message: `No definition belongs here.${hint} Move or remove this file.` }
}

/** The words that are translated: without blank texts and those that are still marked. The same tree if all are. */
function translatedWords(words: Tree): Tree {
  return kept(words, '', () => (isTranslated(words) ? words : withoutUntranslated(words)))
}

function isTranslated(value: unknown): boolean {
  if (typeof value === 'string') return !isUntranslated(value)
  return !isTree(value) || Object.values(value).every(isTranslated)
}

function withoutUntranslated(words: Tree): Tree {
  const entries = Object.entries(words).flatMap(([key, value]): [string, unknown][] => {
    if (isTree(value)) return [[key, withoutUntranslated(value)]]
    return isTranslated(value) ? [[key, value]] : []
  })
  return Object.fromEntries(entries)
}

function isUntranslated(text: string): boolean {
  return text.trim() === '' || text.startsWith(untranslatedMark.trim())
}

/** What may be a draft: it is there for its authors only. */
interface Draftable {
  draft?: boolean
  noindex?: boolean
}

/** The library as if every draft were published, though no search engine shall find it. */
export function withDrafts(library: Library): Library {
  return {
    ...library,
    forms: published(library.forms),
    pages: published(library.pages),
    blog: published(library.blog),
  }
}

function published<T extends Draftable>(entries: ReadonlyMap<string, Entry<T>>): ReadonlyMap<string, Entry<T>> {
  return new Map([...entries].map(([id, entry]) => [id, entry.value.draft ? publishedEntry(entry) : entry]))
}

function publishedEntry<T extends Draftable>({ own, ...entry }: Entry<T>): Entry<T> {
  const show = <V extends object>(value: V): V => ({ ...value, draft: false, noindex: true })
  return { ...entry, value: show(entry.value), ...(own && { own: show(own) }) }
}
