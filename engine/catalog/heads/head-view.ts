import type { PageDefinition } from '#schemas/generated/page.ts'
import { feedPath } from '../blog/atom-feed.ts'
import type { Catalog } from '../catalog.ts'
import type { PageAt } from '../portal/addresses/path-table.ts'
import { type Link, localePath, pagePath } from '../portal/addresses/paths.ts'
import type { Brand } from '../portal/brand-table.ts'
import { isoOf } from './language-codes.ts'

/** What search engines and those who share a page are told beside its words. */
export interface HeadView {
  /** The language as Open Graph writes it, en_GB, and those that the page is in too. */
  locale: string
  otherLocales: readonly string[]
  /** The pages above it and itself, the home page first. */
  trail: readonly Link[]
  /** The path of the picture that stands for it. */
  image: string
  /** The path of the feed with its articles, for pages of the blog. */
  feed: string | null
}

export function headView(catalog: Catalog, at: PageAt, brand: Brand): HeadView {
  const { locale, page } = at
  const openGraph = (each: string) => isoOf(catalog.site, each).replace('-', '_')
  return {
    locale: openGraph(locale),
    otherLocales: page.locales.filter((each) => each !== locale).map(openGraph),
    trail: trailOf(catalog, at, brand),
    image: catalog.shareImage(at, brand).path,
    feed: isOfBlog(page) && catalog.articles(locale).length > 0 ? feedPath(locale) : null,
  }
}

function isOfBlog({ sections }: PageDefinition): boolean {
  return Object.values(sections).some(({ kind }) => kind === 'articles' || kind === 'article')
}

/** Each address above the page's that is a page too. The home page is called as the brand is. */
function trailOf(catalog: Catalog, { locale, page }: PageAt, brand: Brand): Link[] {
  const { site } = catalog
  const home = localePath(site, '/', locale)
  const path = pagePath(site, page, locale)
  const above = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
  return [...new Set([home, ...above, path])].flatMap((href) => {
    const found = catalog.pageAt(brand.id, href)
    if (found?.locale !== locale) return []
    return [{ href, title: href === home ? brand.name : found.page.title }]
  })
}
