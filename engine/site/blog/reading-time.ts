import { plainWords } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import type { ArticleBlock, ArticleText } from '#schemas/generated/article-text.ts'

/** How many words most people read in a minute (Brysbaert 2019: 238 in English); on a phone, with figures, somewhat fewer. */
const aMinute = 200

/** How long reading an article takes, in whole minutes. */
export function minutesToRead(text: ArticleText): number {
  return Math.max(1, Math.round(wordCount(text) / aMinute))
}

const keptCounts = memoizeByObject<number>()

/** How many words an article has, from its introduction to its conclusion. */
export function wordCount(text: ArticleText): number {
  return keptCounts(text, '', () => articleTexts(text).reduce((sum, each) => sum + wordsIn(each), 0))
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length
}

/** All that is read of an article below its heading, as plain text. */
export function articleTexts({ intro, sections, conclusion }: ArticleText): string[] {
  const parts = sections.flatMap(({ title, blocks }) => [
    ...(title === undefined ? [] : [title]),
    ...blocks.flatMap(textsOf),
  ])
  return [...intro.flatMap(textsOf), ...parts, ...conclusion.flatMap(textsOf)].map(plainText)
}

/** The blocks of an article, from its introduction to its conclusion, each with the keys that lead to it. */
export function placedBlocks({ intro, sections, conclusion }: ArticleText): { path: string[]; block: ArticleBlock }[] {
  const below = (at: string[], blocks: readonly ArticleBlock[]) =>
    blocks.map((block, index) => ({ path: [...at, String(index)], block }))
  return [
    ...below(['intro'], intro),
    ...sections.flatMap(({ blocks }, index) => below(['sections', String(index), 'blocks'], blocks)),
    ...below(['conclusion'], conclusion),
  ]
}

/** A text without marks and the targets of links. */
function plainText(text: string): string {
  return plainWords(text).replaceAll('*', '')
}

function textsOf(block: ArticleBlock): string[] {
  if ('paragraph' in block) return [block.paragraph]
  if ('subheading' in block) return [block.subheading]
  if ('list' in block) return block.list
  if ('steps' in block) return block.steps
  if ('head' in block) return [...block.head, ...block.rows.flat()]
  return 'figure' in block ? [block.figure, block.condition] : []
}
