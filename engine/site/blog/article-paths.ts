import { memoizeByObject } from '#engine/form/values'
import type { Library } from '#engine/library'
import type { ArticleDefinition } from '#schemas/generated/article.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import { defaultLocale, localePath } from '../addresses/paths.ts'

/** The blog: the first page that lists the articles. */
interface BlogPage {
  id: string
  page: PageDefinition
}

const kept = memoizeByObject<{ found: BlogPage | null }>()

/** null where no public page lists the articles. */
export function blogPage(library: Library): BlogPage | null {
  return kept(library, '', () => {
    const pages = [...library.pages].filter(([, { value, variantOf }]) => !value.draft && variantOf === undefined)
    const [id, entry] = pages.find(([, { value }]) => listsArticles(value)) ?? []
    return { found: id !== undefined && entry ? { id, page: entry.value } : null }
  }).found
}

/** Whether a page is a list of the articles. */
export function listsArticles({ sections }: Pick<PageDefinition, 'sections'>): boolean {
  return Object.values(sections).some(({ kind }) => kind === 'articles')
}

/** What stands before the slug of an article, without the language: /blog. */
function blogPath(library: Library, locale: string): string {
  const page = blogPage(library)?.page
  return page?.paths?.[locale] ?? page?.path ?? '/blog'
}

/** The address of an article in a language; undefined where it is not there, or nobody is to see it yet. */
export function articlePath(
  library: Library,
  { slugs, draft }: Pick<ArticleDefinition, 'slugs' | 'draft'>,
  locale: string,
): string | undefined {
  if (draft) return undefined
  const slug = Object.hasOwn(slugs, locale) ? slugs[locale] : undefined
  return slug === undefined ? undefined : pathOfSlug(library, slug, locale)
}

export function pathOfSlug(library: Library, slug: string, locale: string): string {
  return localePath(library.site.value, `${blogPath(library, locale)}/${slug}`, locale)
}

/** The language whose articles stand for those of a language that has none; null where none do. */
export function fallbackLocale({ site }: Pick<Library, 'site'>): string | null {
  const { blogFallback = defaultLocale(site.value) } = site.value
  return blogFallback === 'none' ? null : blogFallback
}
