import { closest, distance } from 'fastest-levenshtein'

/** ` Did you mean "title"?` when a known word is near, else the known words as a hint on what may stand there. */
export function didYouMean(word: string, known: readonly string[], what: string): string {
  if (known.length === 0) return ` There is no ${what} yet.`
  const near = closest(word, known)
  if (distance(word, near) <= Math.max(2, word.length / 3)) return ` Did you mean "${near}"?`
  const some = known.slice(0, 12)
  return ` Known: ${some.join(', ')}${known.length > some.length ? ', …' : ''}.`
}
