import type { ArticleBlocks } from '#schemas/generated/article-text.ts'
import { mistaken, type Parsed, type Position } from '../positions.ts'
import { type FrontMatter, frontMatter } from './front-matter.ts'
import { parseMarkdown } from './markdown.ts'

/** The longest file that is read, in characters: several times the longest article. */
const longest = 100_000

/**
 * The text of an article: between two lines of three hyphens its title and all else that stands around it, as YAML, and
 * below that Markdown, whose second-level headings begin its sections. What Markdown can say and an article cannot, such
 * as HTML, is a mistake with its place.
 */
export function parseArticle(text: string): Parsed {
  if (text.length > longest)
    return mistaken(
      `This file has ${Math.round(text.length / 1000)} kB, and no article has more than ${longest / 1000}. Shorten it, or remove it.`,
      text,
    )
  const head = frontMatter(text)
  if (head === null)
    return mistaken(
      'An article begins with a line of three hyphens, then "title: …" and the like, then three hyphens.',
      text,
    )
  return articleOf(text, head)
}

function articleOf(text: string, { values, places, mistakes, bodyFrom }: FrontMatter): Parsed {
  const lines = text.split('\n')
  const body = parseMarkdown(lines.slice(bodyFrom).join('\n'), bodyFrom)
  const { conclusion, ...rest } = values
  const end = typeof conclusion === 'string' ? parseMarkdown(conclusion, places.get('conclusion')?.line ?? 0) : null
  const within = end?.sections[0]
  const tooDeep = within
    ? [{ position: within.position, message: 'A conclusion has no headings and no sections. Write paragraphs.' }]
    : []
  const value = {
    ...rest,
    intro: body.intro.blocks,
    sections: body.sections.map(({ title, blocks }) => ({ ...(title !== null && { title }), blocks })),
    ...(conclusion !== undefined && { conclusion: end ? end.intro.blocks : conclusion }),
  }
  const all = [...mistakes, ...body.mistakes, ...(end?.mistakes ?? []), ...tooDeep]
  placeBlocks(places, 'intro', body.intro)
  for (const [index, section] of body.sections.entries()) {
    places.set(`sections.${index}`, section.position)
    placeBlocks(places, `sections.${index}.blocks`, section)
  }
  if (end) placeBlocks(places, 'conclusion', end.intro)
  return { value: all.length > 0 ? undefined : value, text, mistakes: all, locate: ({ path }) => placeOf(places, path) }
}

function placeBlocks(
  places: Map<string, Position>,
  at: string,
  { positions }: { blocks: ArticleBlocks; positions: readonly Position[] },
): void {
  for (const [index, position] of positions.entries()) places.set(`${at}.${index}`, position)
}

/** The place of a path, or of what is nearest around it. */
function placeOf(places: ReadonlyMap<string, Position>, path: readonly string[]): Position {
  for (let length = path.length; length > 0; length--) {
    const place = places.get(path.slice(0, length).join('.'))
    if (place) return place
  }
  return { line: 1, column: 1 }
}
