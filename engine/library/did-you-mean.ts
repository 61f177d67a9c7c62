import { distance } from 'fastest-levenshtein'

/**
 * ` Did you mean "title"?` when a known word is near, else what may stand there if it is a short list; '' otherwise.
 * @param most how many words are a short list
 */
export function didYouMean(word: string, known: readonly string[], most = mostListed): string {
  const near = nearest(word, known)
  if (near.length > 0) return ` Did you mean ${near.map((each) => `"${each}"`).join(' or ')}?`
  return known.length === 0 || known.length > most ? '' : ` Known: ${known.join(', ')}.`
}

/** A longer list is no advice: whoever needs it finds it where the words are declared. */
const mostListed = 12

/** The known words that a person who wrote `word` is likely to have meant: one, or two that are equally near. */
export function nearest(word: string, known: readonly string[]): string[] {
  const others = known.filter((each) => each !== word)
  const distances = others.map((each) => distance(word.toLowerCase(), each.toLowerCase()))
  const least = Math.min(...distances)
  const near = least <= tolerance(word) ? others.filter((_, index) => distances[index] === least) : []
  const found = near.length > 0 ? near : others.filter((each) => isBeginning(word, each))
  return found.length > 2 ? [] : found
}

/** How many letters may differ: in a short word two are another word. */
function tolerance(word: string): number {
  if (word.length < 5) return word.length < 3 ? 0 : 1
  return Math.max(2, Math.floor(word.length / 3))
}

function isBeginning(word: string, other: string): boolean {
  const [shorter, longer] = word.length < other.length ? [word, other] : [other, word]
  return shorter.length >= 3 && longer.startsWith(shorter)
}
