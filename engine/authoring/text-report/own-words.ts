import { plainWords } from '#engine/form/model'
import type { Schemas } from '#engine/library'
import { articleTexts, listsArticles, type PageAt, pagePath, type Site, wordsOf } from '#engine/site'

/** So many words in a row that stand on two pages were not written for either. */
const run = 5

/** How much of a page stands on no other one in its language. */
export interface OwnWords extends PageTexts {
  words: number
  own: number
  /** The passages that stand elsewhere too, the longest first, and the addresses where. */
  shared: readonly Passage[]
}

export interface Passage {
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

/** What stands between header and footer of a page in a language, but for its forms. */
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
    .filter(({ id, page }) => !page.noindex && !id.startsWith('form:') && !listsArticles(page))
    .map((at) => pageTexts(site, schemas, at))
}

export function pageTexts(site: Site, schemas: Schemas, { id, locale, page }: PageAt): PageTexts {
  const texts = wordsOf(schemas, 'page.schema.json', page).flatMap(({ path: [key, section = ''], text }) =>
    key === 'sections' && page.sections[section]?.kind !== 'form' ? plainWords(text) : [],
  )
  const articles = Object.values(page.sections).flatMap((section) => {
    const article = section.kind === 'article' ? site.blog.article(section.article, locale) : null
    return article ? articleTexts(article.text) : []
  })
  return { id, locale, path: pagePath(site.definition, page, locale), texts: [...texts, ...articles] }
}
