import type { Site } from '../site.ts'

/** What readers choose articles by: all, or those of a category. */
export const articleFilters = ['all', 'energy', 'finance', 'partnerships'] as const

export type ArticleFilter = (typeof articleFilters)[number]

/** The address of a list of articles. All of them on the first page is the blog itself. */
export function listHref(path: string, { category, page }: { category: ArticleFilter; page: number }): string {
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
