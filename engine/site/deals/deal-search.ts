/** A text without the differences that a search passes over: case, accents, ligatures, ß and ss. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase().trim()
}

/** The folded words of a text: letters and digits, whatever stands between. */
export function wordsIn(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** How well words fit those asked for: 0 when each is one of them, 1 when each begins one, 2 when each is a part of one; null when one is nowhere. */
export function rankOf(asked: readonly string[], words: readonly string[]): 0 | 1 | 2 | null {
  let worst: 0 | 1 | 2 = 0
  for (const part of asked) {
    const rank = rankOfWord(part, words)
    if (rank === null) return null
    if (rank > worst) worst = rank
  }
  return worst
}

function rankOfWord(part: string, words: readonly string[]): 0 | 1 | 2 | null {
  let best: 1 | 2 | null = null
  for (const word of words) {
    const at = word.indexOf(part)
    if (at === 0 && word.length === part.length) return 0
    if (at === 0) best = 1
    else if (at > 0) best ??= 2
  }
  return best
}
