import { isTree, plainWords } from '#engine/form/model'
import { type Schemas, type SourceFile, shapeCheck, sortSources, untranslatedMark } from '#engine/library'
import {
  articleTexts,
  type Hash,
  isIndexed,
  leaves,
  listsArticles,
  type PageAt,
  pagePath,
  type Site,
  type Translation,
  translations,
  type Word,
  wordsOf,
} from '#engine/site'

/** So many words in a row that stand on two pages were not written for either. */
const run = 5

/** Where they stand in a language's folder, mirrored: locales/de/confirmed/forms/home-insurance.json. */
export const confirmedFolder = 'confirmed'

/** A text that somebody has to look at. */
export interface TextTask {
  locale: string
  /**
   * missing: no translation. unused: no source. unconfirmed: nobody has said that the translation fits its source.
   * stale: somebody has, and the source has changed since. figure: a figure is typed that belongs in a fact.
   * differs: the same source text is translated another way elsewhere. typography: written against the guide of the
   * language. voice: written against the rules of its voice, or not from its brief.
   */
  state: 'missing' | 'unused' | 'unconfirmed' | 'stale' | 'figure' | 'differs' | 'typography' | 'voice'
  /** Where to edit. */
  file: string
  /** The keys that lead to the text. */
  path: string
  /** The words in the source language; for a text that is unused or reads wrong its own, for figures these. */
  text: string
  /** What is wrong and what to do, where the state alone does not say so. */
  advice?: string
  /** It is a draft's: it can wait until that is published. */
  isDraft?: boolean
}

/** What is left to translate, by language, file and place; null when the definitions have no usable site.json. */
export function textTasks(
  sources: readonly SourceFile[],
  schemas: Schemas,
  hash: Hash,
  confirmedOf: ConfirmedOf,
): TextTask[] | null {
  const { library } = sortSources(sources, shapeCheck(schemas))
  return library && translations(library, schemas).flatMap((translation) => tasksOf(translation, hash, confirmedOf))
}

/** A translation that is confirmed as it is. */
export interface NewlyConfirmed {
  /** The definition, by where it stands: pages/finance/loan. */
  place: string
  confirmed: Confirmed
}

/** The hashes of a language's translations as they stand now: what confirming them all writes down. */
export function confirmedNow(
  sources: readonly SourceFile[],
  schemas: Schemas,
  hash: Hash,
  locale: string,
): NewlyConfirmed[] {
  const { library } = sortSources(sources, shapeCheck(schemas))
  const ofLocale = library ? translations(library, schemas).filter((translation) => translation.locale === locale) : []
  return ofLocale.map(({ place, translation, offered }) => {
    const translated = new Set(leaves(translation?.value).map(({ path }) => path.join('.')))
    const hashes = offered().map(({ path, text }) => [path.join('.'), sourceHash(hash, text)] as const)
    return { place, confirmed: Object.fromEntries(hashes.filter(([path]) => translated.has(path))) }
  })
}

function tasksOf(
  { locale, place, target, translation, isDraft, offered, all }: Translation,
  hash: Hash,
  confirmedOf: ConfirmedOf,
): TextTask[] {
  const present = new Map(leaves(translation?.value).map(({ path, text }) => [path.join('.'), text]))
  const known = new Set(all().map(({ path }) => path.join('.')))
  const confirmed = confirmedOf(locale, place)
  const task = { locale, file: target, ...(isDraft && { isDraft }) }
  const ofSource = offered().flatMap(({ path: keys, text }): TextTask[] => {
    const path = keys.join('.')
    if (!present.get(path)?.trim()) return [{ ...task, state: 'missing', path, text }]
    if (confirmed?.[path] === sourceHash(hash, text)) return []
    return [{ ...task, state: confirmed?.[path] === undefined ? 'unconfirmed' : 'stale', path, text }]
  })
  const unused = [...present].filter(([path]) => !known.has(path))
  return [...ofSource, ...unused.map(([path, text]): TextTask => ({ ...task, state: 'unused', path, text }))]
}

/** What is written down of a source text when its translation is confirmed. Eight characters tell two versions of one sentence apart, and keep the file readable. */
export function sourceHash(hash: Hash, text: string): string {
  return hash(text).slice(0, 8)
}

/** Hashes of the source texts that translators have confirmed one definition's translation of: path → hash. */
type Confirmed = Readonly<Record<string, string>>

/** Finds what was confirmed of a definition in a language, by where it stands (pages/finance/loan); undefined where nothing was. */
export type ConfirmedOf = (locale: string, place: string) => Confirmed | undefined

/** A file of words with every text that is missing in it, to be written over. */
export interface Skeleton {
  locale: string
  /** The definition, by where it stands: pages/finance/loan. */
  place: string
  value: object
  /** How many of its texts were missing. */
  missing: number
}

/**
 * The translations that lack texts, each with these in place: in the source language and marked, in the order of the
 * definition. Whatever else the file says, stays. null when the definitions have no usable site.json.
 */
export function skeletons(sources: readonly SourceFile[], schemas: Schemas): Skeleton[] | null {
  const { library } = sortSources(sources, shapeCheck(schemas))
  if (!library) return null
  const written = new Map(sources.map(({ locale, folder, id, value }) => [`${locale}/${folder}/${id}`, value]))
  return translations(library, schemas).flatMap(({ locale, folder, id, place, offered }) => {
    const present = written.get(`${locale}/${folder}/${id}`)
    const words = offered()
    const missing = words.filter(({ path }) => !isPresent(path, present)).length
    return missing === 0 ? [] : [{ locale, place, value: over(treeOf(words), present), missing }]
  })
}

/** Whether a text stands there, marked or not. A text that is only blank does not. */
function isPresent(path: readonly string[], tree: unknown): boolean {
  const found = path.reduce<unknown>((at, key) => (isTree(at) && Object.hasOwn(at, key) ? at[key] : undefined), tree)
  return typeof found === 'string' && found.trim() !== ''
}

function treeOf(words: readonly Word[]): object {
  const tree: Record<string, unknown> = {}
  for (const { path, text } of words) {
    let at = tree
    for (const key of path.slice(0, -1)) {
      at[key] ??= {}
      at = at[key] as Record<string, unknown>
    }
    at[path.at(-1) ?? ''] = untranslatedMark + text
  }
  return tree
}

/** What is there already, over the skeleton: the skeleton's order first, then whatever it does not know. */
function over(skeleton: object, present: unknown): object {
  if (!isTree(present)) return skeleton
  const known = Object.entries(skeleton).map(([key, value]): [string, unknown] => {
    const own = Object.hasOwn(present, key) ? present[key] : undefined
    if (isTree(value) && (own === undefined || isTree(own))) return [key, over(value, own)]
    return [key, own === undefined || (typeof own === 'string' && own.trim() === '') ? value : own]
  })
  const rest = Object.entries(present).filter(([key]) => !Object.hasOwn(skeleton, key))
  return Object.fromEntries([...known, ...rest])
}

/** How much of a page stands on no other one in its language. */
export interface OwnWords extends PageTexts {
  words: number
  own: number
  /** The passages that stand elsewhere too, the longest first, and the addresses where. */
  shared: readonly Passage[]
}

interface Passage {
  text: string
  words: number
  on: readonly string[]
}

/**
 * Compares pages of one brand, each with those in its language, by runs of five words; a text of fewer is one run. A
 * word is the page's own if no run that it is part of stands on another page.
 */
export function ownWords(pages: readonly PageTexts[]): OwnWords[] {
  const read = pages.map((page) => ({ page, texts: page.texts.map(wordsIn) }))
  const where = new Map<string, Set<PageTexts>>()
  for (const { page, texts } of read)
    for (const words of texts)
      for (const at of runsOf(words)) {
        const key = runAt(page, words, at)
        where.set(key, (where.get(key) ?? new Set()).add(page))
      }
  return read.map(({ page, texts }) => {
    const shared = texts.flatMap((words) => passages(page, words, where))
    const words = texts.reduce((sum, { length }) => sum + length, 0)
    const own = words - shared.reduce((sum, passage) => sum + passage.words, 0)
    return { ...page, words, own, shared: shared.sort((a, b) => b.words - a.words) }
  })
}

/** The words of a text as they compare: without signs, capitals and the difference between spaces. */
function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:[’'.,-][\p{L}\p{N}]+)*/gu) ?? []
}

/** Where the runs of a text begin. */
function runsOf(words: readonly string[]): number[] {
  return words.slice(0, Math.max(1, words.length - run + 1)).map((_, index) => index)
}

function runAt({ locale }: PageTexts, words: readonly string[], at: number): string {
  return `${locale} ${words.slice(at, at + run).join(' ')}`
}

function passages(page: PageTexts, words: readonly string[], where: ReadonlyMap<string, Set<PageTexts>>): Passage[] {
  const others = words.map(() => new Set<string>())
  for (const at of runsOf(words))
    for (const other of where.get(runAt(page, words, at)) ?? [])
      if (other !== page) for (const on of others.slice(at, at + run)) on.add(other.path)
  const found: Passage[] = []
  for (let at = 0; at < words.length; at++) {
    const from = at
    const on = new Set<string>()
    for (; others[at]?.size; at++) for (const path of others[at] ?? []) on.add(path)
    if (at > from) found.push({ text: words.slice(from, at).join(' '), words: at - from, on: [...on] })
  }
  return found
}

/** What a page says in a language between header and footer, but for forms, calculators and legal texts. */
interface PageTexts {
  id: string
  locale: string
  path: string
  /** As visitors read them: figures are said, links are their words. */
  texts: readonly string[]
}

/** The pages of a brand that search engines may list, in each of their languages; a list of articles says what these say. */
export function indexedTexts(site: Site, schemas: Schemas, brand: string): PageTexts[] {
  return site.pages
    .ofBrand(brand)
    .filter(({ id, locale, page }) => isIndexed(page, locale) && !id.startsWith('form:') && !listsArticles(page))
    .map((at) => pageTexts(site, schemas, at))
}

/** Forms and calculators are the same wherever they are used; what the law requires is said of many pages in the same words. */
function isOwnMatter(section: PageAt['page']['sections'][string], slot: string): boolean {
  if (['form', 'savings-check', 'credit-example'].includes(section.kind)) return false
  if (section.kind === 'text') return !section.notice && !section.legal
  return section.kind !== 'hero' || slot !== 'note'
}

export function pageTexts(site: Site, schemas: Schemas, { id, locale, page }: PageAt): PageTexts {
  const texts = wordsOf(schemas, 'page.schema.json', page).flatMap(({ path: [key, id = '', slot = ''], text }) => {
    const section = key === 'sections' ? page.sections[id] : undefined
    return section && isOwnMatter(section, slot) ? plainWords(text) : []
  })
  const articles = Object.values(page.sections).flatMap((section) => {
    const article = section.kind === 'article' ? site.blog.article(section.article, locale) : null
    return article ? articleTexts(article.text) : []
  })
  return { id, locale, path: pagePath(site.definition, page, locale), texts: [...texts, ...articles] }
}
