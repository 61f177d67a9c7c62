import { pageTarget, wordParts } from '#engine/form/model'
import { oncePerValue } from '#engine/form/values'
import {
  brandsOf,
  type DefinitionProblem,
  type Definitions,
  didYouMean,
  folderNames,
  folderOf,
  folders,
  type Library,
  lackingBrand,
  type Schemas,
} from '#engine/library'
import {
  anchorsOf,
  defaultLocale,
  definitionWords,
  leavesHolding,
  localePath,
  pagePath,
  sourceLocale,
  type Word,
  wordPlace,
} from '#engine/site'

/** Every text with a link holds this. */
const mark = ']('

/** The words of a file that may hold a link. */
const kept = oncePerValue<readonly Word[]>()

/** Links in words stand where they are drawn, and lead to pages that exist in the language of the words. */
export function checkLinks(library: Library, schemas: Schemas): DefinitionProblem[] {
  const source = defaultLocale(library.site.value)
  const inDefinitions = folderNames.flatMap((folder) =>
    [...library[folder].values()].flatMap((entry) => {
      const { file, value } = entry
      const words = kept(value, '', () =>
        definitionWords(schemas, folders[folder].schema, entry).filter(({ text }) => text.includes(mark)),
      )
      if (words.length === 0) return []
      const locale = sourceLocale(library, folder, value)
      const brands = brandsOf('brands' in value ? value : {}, library)
      return words.flatMap((word) => checkWord(library, file, word, { locale, brands }))
    }),
  )
  const inTranslations = [...library.words].flatMap(([key, { file, value }]) => {
    const [locale = source, folder = '', id = ''] = key.split('/')
    const words = kept(value, '', () => leavesHolding(value, mark))
    if (words.length === 0) return []
    const isDrawn = drawnIn(library, schemas, folder, id)
    const brands = brandsOf((folder === 'pages' && library.pages.get(id)?.value) || {}, library)
    return words.flatMap((word) =>
      checkWord(library, file, { ...word, ...(isDrawn(word) && { links: true }) }, { locale, brands }),
    )
  })
  return [...inDefinitions, ...inTranslations]
}

/** Where links are drawn in a file of words: where they are in its definition, and in the help of kinds. */
function drawnIn(library: Library, schemas: Schemas, folder: string, id: string): (word: Word) => boolean {
  // Articles hold links wherever Markdown does.
  if (folder === 'blog') return () => true
  if (folder === '') return ({ path }) => id === 'kinds' && ['hint', 'why'].includes(path.at(-1) ?? '')
  const schema = folderOf(folder)?.schema
  const definition = schema === undefined ? undefined : library[folder as keyof Definitions].get(id)?.value
  if (schema === undefined || !definition) return () => true
  // A text that nothing uses is another mistake.
  return ({ path }) => wordPlace(schemas, schema, definition, path)?.hasLinks ?? true
}

/** Where words are shown. */
interface Shown {
  locale: string
  brands: readonly string[]
}

function checkWord(library: Library, file: string, { path, text, links }: Word, shown: Shown): DefinitionProblem[] {
  return wordParts(text).flatMap((part) => {
    const message = typeof part === 'string' ? null : links ? badTarget(library, part.target, shown) : notDrawn
    return message === null ? [] : [{ file, path, on: 'value' as const, message }]
  })
}

const notDrawn =
  'A link is not drawn here. Write the words alone, and put the link into a hint, a description or a text.'

function badTarget(library: Library, target: string, { locale, brands }: Shown): string | null {
  // Only the parser of articles lets them through, and checkArticles finds those that lead nowhere.
  if (/^(article|social|lang):/.test(target)) return null
  const { page: id, section } = pageTarget(target) ?? {}
  if (id === undefined) return `Words link to pages of this site only: write [label](page:id), not "${target}".`
  const page = library.pages.get(id)
  if (!page) {
    return library.broken.has(`pages/${id}`)
      ? null
      : `There is no page "${id}".${didYouMean(id, [...library.pages.keys()])}`
  }
  if (page.value.draft)
    return `The page "${id}" is a draft, so nobody can follow this link. Publish the page, or take the link out here.`
  const anchors = anchorsOf(page.value)
  if (section !== undefined && !anchors.includes(section))
    return `The page "${id}" has no section "${section}".${didYouMean(section, anchors)}`
  return page.value.locales.includes(locale)
    ? lackingBrand(id, page.value, brands, library)
    : `The page "${id}" is not offered in "${locale}". Add the language to the page, or take the link out here.`
}

/** Two pages of a brand never share an address, nor does a former one hide a present one. */
export function checkPaths(library: Library): DefinitionProblem[] {
  /** Brand and address → the page that has it. */
  const taken = new Map<string, { id: string; file: string }>()
  const site = library.site.value
  const pages = [...library.pages].map(([id, { file, value }]) => ({
    id,
    file,
    value,
    brands: brandsOf(value, library),
  }))

  /** Who has the address on one of the brands; nobody, and then it is theirs. */
  const take = ({ id, file, brands }: (typeof pages)[number], path: string) => {
    const keys = brands.map((brand) => `${brand} ${path}`)
    const first = keys.map((key) => taken.get(key)).find(Boolean)
    for (const key of keys) taken.set(key, taken.get(key) ?? { id, file })
    return first
  }

  const present = pages.flatMap((page) =>
    page.value.locales.flatMap((locale) => {
      const path = pagePath(site, page.value, locale)
      const first = take(page, path)
      if (!first) return []
      const key = page.value.paths?.[locale] === undefined ? ['path'] : ['paths', locale]
      const message = `The address ${path} is taken by ${first.file}. Give one of the two another.`
      return [{ file: page.file, path: key, on: 'value' as const, message, with: [`pages/${first.id}`] }]
    }),
  )
  const former = pages.flatMap((page) =>
    (page.value.formerPaths ?? []).flatMap((path, index) => {
      const [first] = page.value.locales.flatMap((locale) => take(page, localePath(site, path, locale)) ?? [])
      if (!first) return []
      const message = `The address ${path} is taken by ${first.file}. Take it out of "formerPaths".`
      const at = { file: page.file, path: ['formerPaths', String(index)], on: 'value' as const }
      return [{ ...at, message, with: [`pages/${first.id}`] }]
    }),
  )
  return [...present, ...former]
}
