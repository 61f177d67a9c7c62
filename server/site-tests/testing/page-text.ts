/** A piece of text that visitors read, or hear from a screen reader, and the language it is said to be in. */
export interface Piece {
  text: string
  lang: string
}

/** What of an element is read where it stands: names of things, and words that a script shows later. */
const readAttributes = /\s(?:alt|title|aria-label|placeholder|data-(?:words|wait|offline|online))="([^"]+)"/gi
const withoutEnd = /^(?:area|br|col|hr|img|input|link|meta|source|track|wbr)$/i

const known = new Map<string, readonly Piece[]>()

/** The text of a rendered page, piece by piece; scripts are none. Each page is read once, however many tests ask. */
export function pieces(html: string): readonly Piece[] {
  const read = known.get(html) ?? piecesOf(html)
  known.set(html, read)
  return read
}

function piecesOf(html: string): Piece[] {
  const found: Piece[] = []
  const open: string[] = ['']
  const say = (text: string) => {
    const said = plain(text).trim()
    if (said !== '') found.push({ text: said, lang: open.at(-1) ?? '' })
  }
  for (const [, tag = '', text = ''] of html
    .replaceAll(/<script[^>]*>.*?<\/script>|<!--.*?-->/gs, '')
    .matchAll(/<([^>]*)>([^<]*)/g)) {
    const [, name = ''] = /^\/?([a-z0-9]+)/i.exec(tag) ?? []
    if (tag.startsWith('/')) open.pop()
    else {
      const lang = /\slang="([^"]*)"/i.exec(tag)?.[1] ?? open.at(-1) ?? ''
      open.push(lang)
      for (const [, words = ''] of tag.matchAll(readAttributes)) say(words)
      if (tag.endsWith('/') || withoutEnd.test(name)) open.pop()
    }
    say(text)
  }
  return found
}

/** Text without the signs that stand for others in HTML. */
export function plain(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return text.replaceAll(/&([a-z0-9#]+);/g, (whole, name) => signs[name] ?? whole)
}
