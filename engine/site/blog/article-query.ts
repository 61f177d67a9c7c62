import type { SiteDefinition } from '#schemas/generated/site.ts'
import type { Site } from '../site.ts'

/** What readers choose articles by: all, or those of a category. */
export function articleFilters({ blog }: Pick<SiteDefinition, 'blog'>): readonly string[] {
  return ['all', ...(blog?.categories ?? [])]
}

/** What a choice of articles is called: the key of its name in the words of blog.json. */
export function filterKey(definition: Pick<SiteDefinition, 'blog'>, filter: string): string {
  return `cat${articleFilters(definition).indexOf(filter) + 1}`
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
