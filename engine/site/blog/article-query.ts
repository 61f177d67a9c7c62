import type { SiteDefinition } from '#schemas/generated/site.ts'
import type { Site } from '../site.ts'

/** The categories of a site that lists none. */
const usualCategories = ['energy', 'finance', 'partnerships']

/** What readers choose articles by. */
interface ArticleFilter {
  /** A category, or `all`. */
  id: string
  /** The key of its name in the words of blog.json. */
  name: string
}

/** All articles first, then each category of the site. */
export function articleFilters({ blog }: Pick<SiteDefinition, 'blog'>): ArticleFilter[] {
  return ['all', ...(blog?.categories ?? usualCategories)].map((id, index) => ({ id, name: `cat${index + 1}` }))
}

/** The key of a category's name. */
export function categoryName(definition: Pick<SiteDefinition, 'blog'>, category: string): string {
  return articleFilters(definition).find(({ id }) => id === category)?.name ?? ''
}

/** The address of a list of articles. All of them on the first page is the blog itself. */
export function listHref(path: string, { category, page }: { category: string; page: number }): string {
  const pairs = [...(category === 'all' ? [] : [`category=${category}`]), ...(page === 1 ? [] : [`page=${page}`])]
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** Where links of articles lead on a brand: to its own pages on social networks; where it has none, the words stay. */
export function socialTarget(site: Pick<Site, 'brands'>, brand: string): (target: string) => string | null {
  const { social = {} } = site.brands.byId(brand)
  return (target) => {
    const [, network] = /^social:(\w+)$/.exec(target) ?? []
    return network === undefined ? target : (social[network as keyof typeof social] ?? null)
  }
}
