import { withTargets } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import { type Library, wordFile } from '#engine/library'
import type { ArticleAction, ArticleDefinition } from '#schemas/generated/article.ts'
import type { ArticleText } from '#schemas/generated/article-text.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Market } from '#schemas/generated/site.ts'
import { localePath } from '../addresses/paths.ts'
import { withFacts } from '../facts/with-facts.ts'
import { linkTarget } from '../form-version.ts'
import { articlePath, blogPage, fallbackLocale, pathOfSlug } from './article-paths.ts'
import { minutesToRead, wordCount } from './reading-time.ts'

/** An article in one of its languages. */
export interface Article {
  id: string
  locale: string
  /** Its address, without origin. */
  path: string
  category: string
  /** The day it was published, such as 2025-04-24, and the day it last changed in what it says. */
  day: string
  updated?: string
  /** How long reading it takes, in minutes, and how many words it has. */
  minutes: number
  words: number
  /** The id of its cover's drawing. */
  cover: string
  action?: ArticleAction
  /** As its file has it: the same object as long as that is unchanged. */
  written: ArticleText
  /** As readers see it, found when somebody first asks. Facts are filled in and links are addresses, but for those to social networks, which are the brand's. */
  readonly text: ArticleText
}

/** The day of day-month-year: 24-04-2025 is 2025-04-24. */
function dayOf(date: string): string {
  return date.split('-').reverse().join('-')
}

const kept = memoizeByObject<Article>()
const counted = memoizeByObject<Pick<Article, 'minutes' | 'words'>>()

/** An article in a language; null where there is none. */
export function articleIn(library: Library, id: string, locale: string): Article | null {
  const definition = library.blog.get(id)?.value
  const written = textOf(library, id, locale)
  const path = definition && articlePath(library, definition, locale)
  if (!definition || !written || path === undefined) return null
  return kept(library, `${locale}/${id}`, () => {
    const { category, date, updated, cover, action, market: own } = definition
    let text: ArticleText | undefined
    return {
      ...{ id, locale, path, category, day: dayOf(date), cover, written },
      ...counted(written, '', () => ({ minutes: minutesToRead(written), words: wordCount(written) })),
      ...(updated !== undefined && { updated: dayOf(updated) }),
      ...(action && { action }),
      get text() {
        const market = { ...library.site.value.locales[locale], ...own } as Market
        text ??= withTargets(withFacts(written, library, { locale, market }), articleTarget(library, locale))
        return text
      },
    }
  })
}

/** The text of an article as it is written; undefined where there is none. */
export function textOf({ words }: Library, id: string, locale: string): ArticleText | undefined {
  return wordFile(words, locale, 'blog', id)?.value as ArticleText | undefined
}

/** The languages that an article is there in. */
export function languagesOf({ slugs }: ArticleDefinition): string[] {
  return Object.keys(slugs)
}

const sorted = memoizeByObject<readonly Article[]>()

/** All articles in a language, newest first; of one day, in the order of their ids. */
export function articlesIn(library: Library, locale: string): readonly Article[] {
  return sorted(library, locale, () =>
    [...library.blog.keys()]
      .flatMap((id) => articleIn(library, id, locale) ?? [])
      .sort((a, b) => b.day.localeCompare(a.day) || a.id.localeCompare(b.id, 'en', { numeric: true })),
  )
}

/** Where links of articles lead to. */
function articleTarget(library: Library, locale: string): (target: string) => string | null {
  const toPage = linkTarget(library, locale)
  return (target) => {
    const [, id] = /^article:(.+)$/.exec(target) ?? []
    if (id === undefined) return toPage(target)
    const article = library.blog.get(id)?.value
    return (article && articlePath(library, article, locale)) ?? null
  }
}

/** Every article as a page of its own, with the same frame, heads and caches as any other. */
export function articlePages(library: Library): [id: string, article: string, page: PageDefinition][] {
  const blog = blogPage(library)
  const articles = [...library.blog].filter(([, { value }]) => !value.draft)
  return articles.map(([id, { value }]) => {
    const locales = languagesOf(value)
    const own = (locale: string) =>
      (articlePath(library, value, locale) ?? '').replace(localePrefix(library, locale), '')
    const [first = '', ...others] = locales
    const page: PageDefinition = {
      locales,
      path: own(first),
      ...(others.length > 0 && { paths: Object.fromEntries(others.map((locale) => [locale, own(locale)])) }),
      ...(blog && { languageMenu: { fallbackPage: blog.id } }),
      ...(value.noindex !== undefined && { noindex: value.noindex }),
      ...(value.market && { market: value.market }),
      ...(blog?.page.layout !== undefined && { layout: blog.page.layout }),
      ...(blog?.page.brands && { brands: blog.page.brands }),
      sections: { article: { kind: 'article', article: id } },
    }
    return [`article:${id}`, id, page]
  })
}

function localePrefix({ site }: Library, locale: string): string {
  return localePath(site.value, '', locale)
}

/** Addresses that lead to an article's: its former slugs, and those in languages that another one's articles stand for. */
export function formerArticlePaths(library: Library): { from: string; to: string }[] {
  const former = [...library.blog.values()].flatMap(({ value }) =>
    Object.entries(value.formerSlugs ?? {}).flatMap(([locale, slugs]) => {
      const to = articlePath(library, value, locale)
      return to === undefined ? [] : slugs.map((slug) => ({ from: pathOfSlug(library, slug, locale), to }))
    }),
  )
  return [...former, ...borrowed(library)]
}

function borrowed(library: Library): { from: string; to: string }[] {
  const fallback = fallbackLocale(library)
  if (fallback === null) return []
  const without = Object.keys(library.site.value.locales).filter((locale) => articlesIn(library, locale).length === 0)
  return [...library.blog.values()].flatMap(({ value }: { value: ArticleDefinition }) => {
    const [slug, to] = [value.slugs[fallback], articlePath(library, value, fallback)]
    if (slug === undefined || to === undefined) return []
    return without.map((locale) => ({ from: pathOfSlug(library, slug, locale), to }))
  })
}
