import { wordParts } from '#engine/form/model/links.ts'
import type { ArticleText } from '#schemas/generated/article-text.ts'
import type { DefinitionProblem } from '../../library/definition-problem.ts'
import { didYouMean } from '../../library/did-you-mean.ts'
import type { Library } from '../../library/source.ts'
import { articlePath } from '../../site/blog/article-paths.ts'
import { placedBlocks, wordCount } from '../../site/blog/reading-time.ts'
import { leaves } from '../../site/i18n/words.ts'

/** How many words an article has: three to ten minutes. */
const fewest = 600
const most = 1500

type ProblemIn = Omit<DefinitionProblem, 'file'>

/** The length of a text, its pictures and its links to other articles. */
export function checkArticleText(text: ArticleText, locale: string, library: Library): ProblemIn[] {
  return [...checkLength(text), ...checkPictures(text, library), ...checkArticleLinks(text, locale, library)]
}

function checkLength(text: ArticleText): ProblemIn[] {
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
  return leaves(text).flatMap(({ path, text: words }) =>
    wordParts(words).flatMap((part): ProblemIn[] => {
      const [, id] = typeof part === 'string' ? [] : (/^article:(.+)$/.exec(part.target) ?? [])
      if (id === undefined || library.broken.has(`blog/${id}`)) return []
      const article = library.blog.get(id)?.value
      if (article && articlePath(library, article, locale) !== undefined) return []
      const message = article
        ? `The article "${id}" is not there in "${locale}". Link to another, or take the link out.`
        : `There is no article "${id}" in blog/.${didYouMean(id, [...library.blog.keys()])}`
      return [{ path, on: 'value', message }]
    }),
  )
}
