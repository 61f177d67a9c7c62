import { wordParts } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import {
  categoryProblems,
  type DefinitionProblem,
  didYouMean,
  type Entry,
  knownLocales,
  type Library,
  reference,
  wordFile,
} from '#engine/library'
import {
  articleFilters,
  articlePath,
  factsNamed,
  languagesOf,
  leaves,
  pagePath,
  pathOfSlug,
  placedBlocks,
  textOf,
  wordCount,
} from '#engine/site'
import type { ArticleDefinition } from '#schemas/generated/article.ts'
import type { ArticleText } from '#schemas/generated/article-text.ts'
import type { BlogSettings } from '#schemas/generated/site.ts'

/** Articles have what they say they have, and an address that nothing else has. */
export function checkArticles(library: Library): DefinitionProblem[] {
  const each = [...library.blog].flatMap(([id, article]) => [
    ...checkArticle(id, article, library),
    ...checkTexts(id, article, library),
  ])
  return [...each, ...checkSlugs(library), ...checkFallback(library), ...checkCategories(library)]
}

function categoriesIn({ site }: Library): string[] {
  return articleFilters(site.value).flatMap(({ id }) => (id === 'all' ? [] : id))
}

/** Each category has a name in every language. */
function checkCategories({ site, words }: Library): DefinitionProblem[] {
  const { file, value } = site
  const [, ...categories] = articleFilters(value)
  // Those that the site does not list have their names.
  if (value.blog?.categories === undefined) return []
  return categories.flatMap(({ id: category, name: key }, index) => {
    const lacking = Object.keys(value.locales).filter((locale) => {
      const names = wordFile(words, locale, '', 'blog')?.value
      return names !== undefined && !Object.hasOwn(names, key)
    })
    if (lacking.length === 0) return []
    const message = `The category "${category}" has no name in ${lacking.join(', ')}. Write "${key}" in blog.json of each.`
    return [{ file, path: ['blog', 'categories', String(index)], on: 'value' as const, message }]
  })
}

/** What stands for languages without articles is a language of the site. */
function checkFallback(library: Library): DefinitionProblem[] {
  const { file, value } = library.site
  const named = [value.blogFallback ?? 'none'].filter((locale) => locale !== 'none')
  return knownLocales(library, named, { file, path: [] }).map((problem) => ({ ...problem, path: ['blogFallback'] }))
}

function checkArticle(id: string, { file, value }: Entry<ArticleDefinition>, library: Library): DefinitionProblem[] {
  const { category, slugs, cover, action, facts = [], date, updated } = value
  const at = (...path: string[]) => ({ file, path, on: 'value' as const })
  const languages = languagesOf(value)
  const unknown = knownLocales(library, languages, { file, path: [] })
  const problems: DefinitionProblem[] = unknown.map((problem, index) => ({
    ...problem,
    path: ['slugs', languages[index] ?? ''],
  }))
  problems.push(...reference(library, 'media', cover, at('cover'), 'drawing'))
  for (const problem of categoryProblems(category, categoriesIn(library))) problems.push({ ...problem, file })
  for (const [key, day] of Object.entries({ date, ...(updated !== undefined && { updated }) }))
    if (!isDay(day)) problems.push({ ...at(key), message: `${day} is no day. Write day, month and year: 24-04-2025.` })
  if (action) problems.push(...checkActionPage(action.page, languages, library, at('action', 'page')))
  const known = Object.keys(library.site.value.facts ?? {})
  for (const [index, fact] of facts.entries())
    if (!known.includes(fact))
      problems.push({
        ...at('facts', String(index)),
        message: `There is no fact "${fact}" in site.json.${didYouMean(fact, known)}`,
      })
  const former = Object.keys(value.formerSlugs ?? {}).filter((locale) => !Object.hasOwn(slugs, locale))
  for (const locale of former)
    problems.push({
      ...at('formerSlugs', locale),
      on: 'key',
      message: `The article has no slug in "${locale}", so these lead nowhere. Give it one under "slugs", or remove them.`,
    })
  for (const locale of languages.filter(
    (locale) => !textOf(library, id, locale) && !library.broken.has(`${locale}/blog/${id}`),
  ))
    problems.push({
      ...at('slugs', locale),
      on: 'key',
      message: `The article has no text in "${locale}". Write ${locale}.md next to this file, or remove the slug.`,
    })
  return problems
}

function checkActionPage(
  id: string,
  languages: readonly string[],
  library: Library,
  at: Pick<DefinitionProblem, 'file' | 'path' | 'on'>,
): DefinitionProblem[] {
  const page = library.pages.get(id)?.value
  if (!page) return reference(library, 'pages', id, at)
  if (page.draft)
    return [
      { ...at, message: `The page "${id}" is a draft, so the button leads nowhere. Publish it, or name another.` },
    ]
  const lacking = languages.filter((locale) => !page.locales.includes(locale))
  if (lacking.length === 0) return []
  return [
    {
      ...at,
      message: `The page "${id}" is not offered in ${lacking.join(', ')}. Add the language to it, or name another.`,
    },
  ]
}

/** Each text is one that its article says it has, and tells the facts that it is to tell. */
function checkTexts(id: string, { value }: Entry<ArticleDefinition>, library: Library): DefinitionProblem[] {
  const { slugs, facts = [], action } = value
  return Object.keys(library.site.value.locales).flatMap((locale) => {
    const text = textOf(library, id, locale)
    const file = library.words.get(`${locale}/blog/${id}`)?.file
    if (!text || file === undefined) return []
    const of = [`blog/${id}`]
    if (!Object.hasOwn(slugs, locale)) {
      const message = `article.json has no slug in "${locale}", so readers cannot reach this article. Add one under "slugs", or remove this file.`
      return [{ file, path: [], on: 'value' as const, message, of }]
    }
    const named = factsIn(text)
    const known = library.site.value.facts ?? {}
    const untold = facts.filter((fact) => Object.hasOwn(known, fact) && !named.has(fact))
    // What a draft lacks it may still get.
    if (value.draft) return []
    const missing = untold.map(
      (fact) =>
        `The fact "${fact}" is missing here, although article.json lists it. Write {fact:${fact}} where it belongs, or remove it from the list.`,
    )
    if (action && text.action === undefined)
      missing.push('The article has a button without a label in this language. Add "action: …" above the text.')
    return [
      ...missing.map((message) => ({ file, path: [], on: 'value' as const, message, of })),
      ...checkArticleText(text, locale, library).map((problem) => ({ ...problem, file, of })),
    ]
  })
}

const keptFacts = memoizeByObject<ReadonlySet<string>>()

/** The facts that a text names. */
function factsIn(text: ArticleText): ReadonlySet<string> {
  return keptFacts(
    text,
    '',
    () => new Set(leaves(text).flatMap((word) => factsNamed(word.text).map(({ name }) => name))),
  )
}

/** No two articles, and no article and page, have one address. */
function checkSlugs(library: Library): DefinitionProblem[] {
  const site = library.site.value
  const taken = new Map(
    [...library.pages.values()].flatMap(({ file, value }) =>
      value.locales.map((locale) => [pagePath(site, value, locale), file] as const),
    ),
  )
  const problems: DefinitionProblem[] = []
  const take = (path: string, at: Omit<DefinitionProblem, 'message'>) => {
    const first = taken.get(path)
    if (first !== undefined)
      problems.push({ ...at, message: `The address ${path} is taken by ${first}. Give one of the two another.` })
    else taken.set(path, at.file)
  }
  // A draft has its addresses to itself as well: it may be published tomorrow.
  const articles = [...library.blog.values()].map(({ file, value }) => ({ file, value: { ...value, draft: false } }))
  for (const { file, value } of articles)
    for (const locale of languagesOf(value))
      take(articlePath(library, value, locale) ?? '', { file, path: ['slugs', locale], on: 'value' })
  for (const { file, value } of articles)
    for (const [locale, slugs] of Object.entries(value.formerSlugs ?? {}))
      for (const [index, slug] of slugs.entries())
        take(pathOfSlug(library, slug, locale), { file, path: ['formerSlugs', locale, String(index)], on: 'value' })
  return problems
}

function isDay(date: string): boolean {
  const [day = 0, month = 0, year = 0] = date.split('-').map(Number)
  const found = new Date(Date.UTC(year, month - 1, day))
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === day
}

type ProblemIn = Omit<DefinitionProblem, 'file'>

/** The length of a text, its pictures and its links to other articles. */
function checkArticleText(text: ArticleText, locale: string, library: Library): ProblemIn[] {
  return [
    ...checkLength(text, library.site.value.blog ?? {}),
    ...checkPictures(text, library),
    ...checkArticleLinks(text, locale, library),
  ]
}

function checkLength(text: ArticleText, { articleWords }: BlogSettings): ProblemIn[] {
  if (!articleWords) return []
  const { minimum: fewest, maximum: most } = articleWords
  const words = wordCount(text)
  if (words >= fewest && words <= most) return []
  const what = words < fewest ? 'Say more, or say it on a page' : 'Shorten it, or make two of it'
  const message = `The article has ${words} words, and readers come for ${fewest} to ${most}. ${what}.`
  return [{ path: [], on: 'value', message }]
}

function checkPictures(text: ArticleText, { media, broken }: Library): ProblemIn[] {
  return placedBlocks(text).flatMap(({ path, block }): ProblemIn[] => {
    if (!('picture' in block) || media.has(block.picture) || broken.has(`media/${block.picture}`)) return []
    const message = `There is no drawing "${block.picture}" in media/.${didYouMean(block.picture, [...media.keys()])}`
    return [{ path, on: 'value', message }]
  })
}

function checkArticleLinks(text: ArticleText, locale: string, library: Library): ProblemIn[] {
  return linksIn(text).flatMap(({ path, id }): ProblemIn[] => {
    if (library.broken.has(`blog/${id}`)) return []
    const article = library.blog.get(id)?.value
    if (article && articlePath(library, article, locale) !== undefined) return []
    const message = article
      ? `The article "${id}" is not there in "${locale}". Link to another, or take the link out.`
      : `There is no article "${id}" in blog/.${didYouMean(id, [...library.blog.keys()])}`
    return [{ path, on: 'value', message }]
  })
}

interface ArticleLink {
  path: readonly string[]
  /** Of the article that it leads to. */
  id: string
}

const keptLinks = memoizeByObject<readonly ArticleLink[]>()

/** The links of a text to articles. */
function linksIn(text: ArticleText): readonly ArticleLink[] {
  return keptLinks(text, '', () =>
    leaves(text).flatMap(({ path, text: words }) =>
      wordParts(words).flatMap((part) => {
        const [, id] = typeof part === 'string' ? [] : (/^article:(.+)$/.exec(part.target) ?? [])
        return id === undefined ? [] : [{ path, id }]
      }),
    ),
  )
}
