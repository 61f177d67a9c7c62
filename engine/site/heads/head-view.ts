import type { PageDefinition } from '#schemas/generated/page.ts'
import { homeAbove, pagesAbove } from '../addresses/pages-above.ts'
import type { PageAt } from '../addresses/path-table.ts'
import { type Link, pagePath } from '../addresses/paths.ts'
import { feedPath } from '../blog/atom-feed.ts'
import type { Brand } from '../brand-table.ts'
import type { Catalog } from '../catalog.ts'
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

/** The home page, the pages above and the page itself. The home page is called as the brand is. */
function trailOf(catalog: Catalog, at: PageAt, brand: Brand): Link[] {
  const link = ({ locale, page }: PageAt, title: string) => ({ href: pagePath(catalog.site, page, locale), title })
  const home = homeAbove(catalog, at, brand.id)
  const below = at.id === home?.id ? [] : [...pagesAbove(catalog, at, brand.id), at]
  return [...(home ? [link(home, brand.name)] : []), ...below.map((each) => link(each, each.page.title))]
}
