import { memoizeByObject } from '#engine/form/values'
import type { Library } from '#engine/library'
import { type Article, articlesIn } from './article.ts'
import { articleTexts } from './reading-time.ts'

/** How many stand below an article. */
const most = 3

const kept = memoizeByObject<ReadonlyMap<string, readonly Article[]>>()

/** The articles of the same category that are nearest to one in their words, the nearest first; never itself. */
export function relatedTo(library: Library, { id, locale }: Article): readonly Article[] {
  return kept(library, locale, () => relatedIn(articlesIn(library, locale))).get(id) ?? []
}

/** Of each article, by id. */
function relatedIn(articles: readonly Article[]): Map<string, readonly Article[]> {
  const byCategory = Map.groupBy(articles, ({ category }) => category)
  return new Map([...byCategory.values()].flatMap((beside) => nearestIn(beside, weights(beside))))
}

function nearestIn(articles: readonly Article[], vectors: readonly Vector[]): [string, readonly Article[]][] {
  return articles.map((article, index) => {
    const near = articles
      .map((other, at) => ({ other, nearness: product(vectors[index] as Vector, vectors[at] as Vector) }))
      .filter(({ other }) => other !== article)
      .sort((a, b) => b.nearness - a.nearness)
    return [article.id, near.slice(0, most).map(({ other }) => other)]
  })
}

/** The weight of each word of an article; all of them together have the length 1. */
type Vector = ReadonlyMap<string, number>

const counts = memoizeByObject<ReadonlyMap<string, number>>()

/** How much each word tells of each text: often in it and seldom in others (tf–idf, Salton & Buckley 1988). */
function weights(articles: readonly Article[]): Vector[] {
  const each = articles.map(({ written }) => counts(written, '', () => countWords(articleTexts(written).join(' '))))
  const texts = new Map<string, number>()
  for (const words of each) for (const word of words.keys()) texts.set(word, (texts.get(word) ?? 0) + 1)
  return each.map((words) => {
    const weighed = [...words].map(
      ([word, count]) => [word, (1 + Math.log(count)) * Math.log(articles.length / (texts.get(word) ?? 1))] as const,
    )
    const length = Math.hypot(...weighed.map(([, weight]) => weight)) || 1
    return new Map(weighed.filter(([, weight]) => weight > 0).map(([word, weight]) => [word, weight / length]))
  })
}

function product(one: Vector, other: Vector): number {
  let sum = 0
  for (const [word, weight] of one) sum += weight * (other.get(word) ?? 0)
  return sum
}

/** Words of four letters and more, in small letters. */
function countWords(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{4,}/gu)) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}
