import type { Library } from '#engine/library'
import type { ArticleDefinition } from '#schemas/generated/article.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import { localePath } from '../addresses/paths.ts'
import { articlesIn, languagesOf } from './article.ts'
import { articlePath, blogPage, fallbackLocale, pathOfSlug } from './article-paths.ts'

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
