import type { Crawled } from './crawl.ts'
import { type Piece, pieces } from './page-text.ts'

/** So many words in a row are the same in two languages by chance at most in names. */
const run = 3

/** The runs of three words that a page has in common with the English pages, in words; names and figures are none. */
export function foreignWords(pages: readonly Crawled[]): { path: string; text: string }[] {
  const english = new Set(
    pages.filter(({ at }) => at.locale === 'en').flatMap(({ html }) => piecesIn(html, 'en').flatMap(runsOf)),
  )
  return pages
    .filter(({ at }) => at.locale !== 'en')
    .flatMap(({ at, path, html }) => {
      const same = piecesIn(html, at.locale).flatMap(({ text }) => runsOf({ text }).filter((one) => english.has(one)))
      return [...new Set(same)].map((text) => ({ path, text }))
    })
}

/** What visitors would read if a text were missing: keys, and places that nothing was put in. */
export function unsaidWords({ path, html }: Crawled): string[] {
  const unsaid = /\{\{?\w|\w:\w+\.\w|\b(?:undefined|null|NaN|TODO)\b|\[object/
  return pieces(html).flatMap(({ text }) => (unsaid.test(text) ? [`${path}: “${text}”`] : []))
}

function piecesIn(html: string, locale: string): readonly Piece[] {
  return pieces(html).filter(({ lang }) => lang === locale)
}

/** Three words in a row that have letters, of which one begins with a small one: all else are names. */
function runsOf({ text }: Pick<Piece, 'text'>): string[] {
  const words = text.match(/[\p{L}\p{N}]+(?:[’'.-][\p{L}\p{N}]+)*/gu) ?? []
  return words.slice(0, Math.max(0, words.length - run + 1)).flatMap((_, at) => {
    const three = words.slice(at, at + run)
    const isText = three.every((word) => /\p{L}/u.test(word)) && three.some((word) => /^\p{Ll}/u.test(word))
    return isText ? [three.join(' ').toLowerCase()] : []
  })
}
