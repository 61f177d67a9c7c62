import type { Token } from 'markdown-it'

/** A mistake within a text, and what it is about as it is written there. */
interface InlineMistake {
  about: string
  message: string
}

/**
 * What may be linked to: pages of the site, other articles, the brand's pages on social networks. lang:es is no target:
 * it says which language the words are in.
 */
const targets = /^(page:[^()\s]+|article:[\w-]+|social:(facebook|instagram|tiktok)|lang:[a-z]{2})$/

/** The text of a paragraph as words are written: with [label](target), **bold** and *emphasis*, and nothing else. */
export function inlineText(tokens: readonly Token[]): { text: string; mistakes: InlineMistake[] } {
  const mistakes: InlineMistake[] = []
  const open: string[] = []
  const text = tokens.map(written).join('')
  return { text, mistakes }

  function written({ type, content, markup, ...token }: Token, index: number): string {
    if (type === 'text') {
      const [sign] = /[*[\]]/.exec(content) ?? []
      if (sign !== undefined)
        mistakes.push({ about: sign, message: `This ${sign} marks nothing. Write it as Markdown, or take it out.` })
      return content
    }
    if (type === 'softbreak' || type === 'hardbreak') return ' '
    if (type === 'strong_open' || type === 'strong_close') return open.length > 0 ? '' : '**'
    if (type === 'em_open' || type === 'em_close') return open.length > 0 ? '' : '*'
    if (type === 'link_open') {
      const target = String(tokens[index]?.attrGet('href') ?? '')
      open.push(target)
      if (!targets.test(target))
        mistakes.push({
          about: target,
          message: `An article links to pages, articles and social networks only: write page:id, article:id or social:facebook, not "${target}".`,
        })
      return '['
    }
    if (type === 'link_close') return `](${open.pop()})`
    // What opens it has been told already.
    if (type === 'html_inline' && content.startsWith('</')) return ''
    const message =
      type === 'image'
        ? 'A picture stands in a paragraph of its own. Put an empty line around it.'
        : type === 'html_inline'
          ? 'HTML has no effect in an article. Write Markdown.'
          : 'An article has no code. Take the marks out.'
    mistakes.push({ about: type === 'html_inline' ? content : markup, message })
    return token.hidden ? '' : content
  }
}
