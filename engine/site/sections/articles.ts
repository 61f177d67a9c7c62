import type { ArticlesSection } from '#schemas/generated/sections/articles.ts'
import { type ArticleCard, articleCard } from '../blog/article-card.ts'
import { type ArticleFilter, articleFilters, listHref } from '../blog/article-query.ts'
import type { SectionKind } from '../section-kind.ts'

/** A choice of articles by what they are about. */
export interface ArticleChoice {
  category: ArticleFilter
  href: string
  isChosen: boolean
}

/** The articles that an address asks for. */
export interface ArticlesView extends ArticlesSection {
  choices: readonly ArticleChoice[]
  cards: readonly ArticleCard[]
  page: number
  totalPages: number
  /** The pages before and after this one. */
  newer: string | null
  older: string | null
  /** Whether the address names a category that there is none of. */
  isUnknown: boolean
}

const usualLimit = 10

/** Pages that are worth keeping. */
const pages = Array.from({ length: 99 }, (_, index) => String(index + 2))

/** The articles in the language, newest first, or those that stand for them. */
export const articles = {
  reads: { category: { listed: articleFilters, others: /\S/ }, page: pages },
  words: 'blog',

  view(section, { catalog, asked, locale, path }) {
    const all = catalog.blog.articles(locale)
    const isUnknown = asked.category !== undefined && !isFilter(asked.category)
    const category = isFilter(asked.category) ? asked.category : 'all'
    const matches = category === 'all' ? all : all.filter((article) => article.category === category)
    const limit = section.limit ?? usualLimit
    const totalPages = Math.max(1, Math.ceil(matches.length / limit))
    const page = Math.min(Number(asked.page ?? 1), totalPages)
    return {
      ...section,
      choices: articleFilters.map((each) => ({
        category: each,
        href: listHref(path, { category: each, page: 1 }),
        isChosen: each === category,
      })),
      cards: matches.slice((page - 1) * limit, page * limit).map((article) => articleCard(catalog, article, locale)),
      ...{ page, totalPages, isUnknown },
      newer: page > 1 ? listHref(path, { category, page: page - 1 }) : null,
      older: page < totalPages ? listHref(path, { category, page: page + 1 }) : null,
    }
  },
} satisfies SectionKind<ArticlesSection, ArticlesView>

function isFilter(category: string | undefined): category is ArticleFilter {
  return (articleFilters as readonly (string | undefined)[]).includes(category)
}
