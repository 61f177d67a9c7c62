import type { ArticleFilter } from '#engine/site'

/** What a choice of articles is called, in the words of blog.json. */
export const categoryKey = {
  all: 'cat1',
  energy: 'cat2',
  finance: 'cat3',
  partnerships: 'cat4',
} as const satisfies Record<ArticleFilter, string>
