/** What readers choose articles by: all, or those of a category. */
export const articleFilters = ['all', 'energy', 'finance', 'partnerships'] as const

export type ArticleFilter = (typeof articleFilters)[number]

/** The address of a list of articles. All of them on the first page is the blog itself. */
export function listHref(path: string, { category, page }: { category: ArticleFilter; page: number }): string {
  const pairs = [...(category === 'all' ? [] : [`category=${category}`]), ...(page === 1 ? [] : [`page=${page}`])]
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}
