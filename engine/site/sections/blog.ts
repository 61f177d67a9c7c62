import { withTargets } from '#engine/form/model'
import { dayText } from '#engine/form/values'
import { didYouMean, languagesOf } from '#engine/library'
import type { ArticleText } from '#schemas/generated/article-text.ts'
import type { ArticleSection } from '#schemas/generated/sections/article.ts'
import type { ArticlesSection } from '#schemas/generated/sections/articles.ts'
import type { Market } from '#schemas/generated/site.ts'
import { withQuery } from '../addresses/paths.ts'
import { shownPath } from '../addresses/shown-paths.ts'
import { attributionNames } from '../attribution-names.ts'
import { type ArticleCard, articleCard, pictureOf } from '../blog/article-card.ts'
import { articleFilters, categoryName, listHref, socialTarget } from '../blog/article-query.ts'
import { placedBlocks } from '../blog/reading-time.ts'
import type { SectionKind } from '../section-kind.ts'
import type { Site } from '../site.ts'

/** An article of the blog. */
export const article = {
  words: 'blog',

  check(section, { page, library, file, path }) {
    const { article: id } = section
    const definition = library.blog.get(id)?.value
    const at = { file, path: [...path, 'article'], on: 'value' as const }
    if (!definition)
      return library.broken.has(`blog/${id}`)
        ? []
        : [{ ...at, message: `There is no article "${id}" in blog/.${didYouMean(id, [...library.blog.keys()])}` }]
    if (definition.draft && !page.draft)
      return [
        {
          ...at,
          message: `The article "${id}" is a draft, so visitors cannot see it here. Publish it, or make this page a draft too.`,
        },
      ]
    const lacking = languagesOf(section, page, library).filter((locale) => !Object.hasOwn(definition.slugs, locale))
    if (lacking.length === 0) return []
    const message = `The article "${id}" is not there in ${lacking.join(', ')}. Give the section the "locales" that it has.`
    return [{ ...at, message }]
  },

  view(section, { site, locale, brand }) {
    const found = site.blog.article(section.article, locale)
    if (!found) return null
    const { category, day, updated, minutes, words, cover, action } = found
    const shown = { locale, market: site.definition.locales[locale] as Market }
    const text = withTargets(found.text, socialTarget(site, brand))
    const href = action ? shownPath(site, { brand, locale }, { page: action.page }) : null
    const blog = site.blog.home(locale)
    return {
      ...section,
      ...{ text, day, when: dayText(day, shown), minutes, words },
      category: categoryName(site.definition, category),
      updated: updated === undefined ? null : { day: updated, when: dayText(updated, shown) },
      cover: pictureOf(site, cover),
      pictures: picturesOf(site, text),
      button:
        href === null || text.action === undefined
          ? null
          : {
              href: withQuery(href, action?.query),
              label: text.action,
              ...(action?.clickId && { clickId: attributionNames(site.definition)[0] as string }),
            },
      blog: blog && { ...blog, category: listHref(blog.href, { category, page: 1 }) },
      related: site.blog.related(found).map((other) => articleCard(site, other, locale)),
    }
  },
} satisfies SectionKind<ArticleSection, ArticleView>

/** A choice of articles by what they are about. */
export interface ArticleChoice {
  category: string
  /** The key of its name. */
  name: string
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
  reads: (definition) => ({
    category: { listed: articleFilters(definition).map(({ id }) => id), others: /\S/ },
    page: pages,
  }),
  words: 'blog',

  view(section, { site, asked, locale, path }) {
    const all = site.blog.articles(locale)
    const filters = articleFilters(site.definition)
    const { category: chosen = 'all' } = asked
    const isUnknown = !filters.some(({ id }) => id === chosen)
    const category = isUnknown ? 'all' : chosen
    const matches = category === 'all' ? all : all.filter((article) => article.category === category)
    const limit = section.limit ?? usualLimit
    const totalPages = Math.max(1, Math.ceil(matches.length / limit))
    const page = Math.min(Number(asked.page ?? 1), totalPages)
    return {
      ...section,
      choices: filters.map(({ id, name }) => ({
        ...{ category: id, name },
        href: listHref(path, { category: id, page: 1 }),
        isChosen: id === category,
      })),
      cards: matches.slice((page - 1) * limit, page * limit).map((article) => articleCard(site, article, locale)),
      ...{ page, totalPages, isUnknown },
      newer: page > 1 ? listHref(path, { category, page: page - 1 }) : null,
      older: page < totalPages ? listHref(path, { category, page: page + 1 }) : null,
    }
  },
} satisfies SectionKind<ArticlesSection, ArticlesView>

/** An article, and what stands around it. */
export interface ArticleView extends ArticleSection {
  text: ArticleText
  /** The key of its category's name. */
  category: string
  /** The day it was published and the day it last changed, as machines and as readers write them. */
  day: string
  when: string
  updated: { day: string; when: string } | null
  minutes: number
  words: number
  cover: string | null
  /** The addresses of its drawings, by id. */
  pictures: Readonly<Record<string, string>>
  button: { href: string; label: string; clickId?: string } | null
  /** The blog, and its articles of the same category. */
  blog: { href: string; title: string; category: string } | null
  related: readonly ArticleCard[]
}

function picturesOf(site: Site, text: ArticleText): Record<string, string> {
  const ids = placedBlocks(text).flatMap(({ block }) => ('picture' in block ? [block.picture] : []))
  return Object.fromEntries(ids.map((id) => [id, pictureOf(site, id) ?? '']))
}
