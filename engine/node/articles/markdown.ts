import MarkdownIt, { type Token } from 'markdown-it'
import type { ArticleBlock } from '#schemas/generated/article-text.ts'
import type { Parsed, Position } from '../positions.ts'
import { inlineText } from './inline-text.ts'

/** Blocks, and where each of them stands. */
interface Placed {
  blocks: ArticleBlock[]
  positions: Position[]
}

/** A part below a heading of the second level, or below a line of hyphens, and then without a title. */
interface PlacedSection extends Placed {
  title: string | null
  position: Position
}

interface Markdown {
  intro: Placed
  sections: PlacedSection[]
  mistakes: Parsed['mistakes']
}

const markdown = new MarkdownIt({ html: true }).disable(['strikethrough', 'autolink', 'reference'])
// Whatever is written as a link is read as one, so that it can be judged.
markdown.validateLink = () => true
markdown.normalizeLink = (target) => target

/**
 * Markdown as the parts of an article (CommonMark 0.31 with the tables of GitHub's).
 * @param above how many lines of the file stand above it
 */
export function parseMarkdown(text: string, above: number): Markdown {
  const lines = text.split('\n')
  const intro: Placed = { blocks: [], positions: [] }
  const sections: PlacedSection[] = []
  const mistakes: Parsed['mistakes'] = []
  let token: Token | undefined

  const tokens = markdown.parse(text, {})
  for (let index = 0; index < tokens.length; index = endOf(tokens, index) + 1) {
    token = tokens[index]
    if (!token) break
    const inner = tokens.slice(index + 1, endOf(tokens, index))
    const current = sections.at(-1) ?? intro
    if (token.type === 'hr') sections.push({ title: null, position: place(), blocks: [], positions: [] })
    else if (token.type === 'heading_open' && token.tag === 'h2' && token.markup === '##')
      sections.push({ title: words(inner[0]), position: place(), blocks: [], positions: [] })
    else {
      const block = blockOf(token, inner, current !== intro)
      if (block) current.blocks.push(block)
      if (block) current.positions.push(place())
    }
  }
  return { intro, sections, mistakes }

  function blockOf({ type, tag, markup }: Token, inner: readonly Token[], isInSection: boolean): ArticleBlock | null {
    if (type === 'heading_open') {
      if (tag === 'h3' && isInSection) return { subheading: words(inner[0]) }
      const mistake = markup.startsWith('#')
        ? 'Sections begin with ##, and within them ### stands below ##: no other heading can stand here.'
        : 'This line of hyphens makes a heading of the one above. Leave a line empty between them.'
      return wrong(mistake)
    }
    if (type === 'paragraph_open') return paragraph(inner[0])
    if (type === 'bullet_list_open') return { list: itemsOf(inner) }
    if (type === 'ordered_list_open') return { steps: itemsOf(inner) }
    if (type === 'table_open') return tableOf(inner)
    if (type === 'blockquote_open') return figureOf(inner)
    if (type === 'html_block') return wrong('HTML has no effect in an article. Write Markdown.')
    return wrong('An article has no code. Write paragraphs; a line that begins with four spaces counts as code.')
  }

  function paragraph(inline: Token | undefined): ArticleBlock | null {
    const children = inline?.children ?? []
    const picture = children.find(({ type }) => type === 'image')
    if (!picture) return { paragraph: words(inline) }
    if (children.length > 1) return wrong('A picture stands in a paragraph of its own. Put an empty line around it.')
    const [, id] = /^media:([\w-]+)$/.exec(String(picture.attrGet('src') ?? '')) ?? []
    if (id === undefined) return wrong('A picture is a drawing of media/: write ![what it shows](media:id).')
    if (picture.content.trim() === '')
      return wrong('This picture says nothing to those who do not see it. Write what it shows: ![…](media:id).')
    return { picture: id, shows: picture.content }
  }

  function itemsOf(inner: readonly Token[]): string[] {
    const others = inner.filter(({ type, level }) => level > 2 && type.endsWith('_open') && type !== 'paragraph_open')
    if (inner.some(({ type }) => type.endsWith('list_open')))
      wrong('A list within a list is hard to read on a phone. Make it one list, or two.')
    else if (others.length > 0) wrong('An item of a list is one paragraph. Take out what else stands in it.')
    return inner.filter(({ type }) => type === 'inline').map(words)
  }

  function tableOf(inner: readonly Token[]): ArticleBlock {
    const rows: string[][] = []
    for (const each of inner) {
      if (each.type === 'tr_open') rows.push([])
      if (each.type === 'inline') rows.at(-1)?.push(words(each))
    }
    const [head = [], ...body] = rows
    if (head.some((cell, column) => cell === '' && column > 0))
      wrong('Each column of a table but the first has a heading. Write what stands in it.')
    return { head, rows: body }
  }

  /** > **24 °C** is what to set it to. */
  function figureOf(inner: readonly Token[]): ArticleBlock | null {
    const [opening, inline, closing, ...more] = inner
    const [, figure, condition] = /^\*\*(.+?)\*\*\s+(.+)$/.exec(inline ? words(inline) : '') ?? []
    if (opening?.type !== 'paragraph_open' || !closing || more.length > 0 || !figure || !condition)
      return wrong('After > stands a figure with its condition: > **figure** and what it holds for.')
    return { figure, condition }
  }

  function words(inline: Token | undefined): string {
    const { text, mistakes: found } = inlineText(inline?.children ?? [])
    for (const { about, message } of found) mistakes.push({ position: place(inline, about), message })
    return text
  }

  function wrong(message: string): null {
    mistakes.push({ position: place(), message })
    return null
  }

  /** Where something stands: Markdown's parser knows lines only, so its column is looked for. */
  function place(at: Token | undefined = token, about = ''): Position {
    const [from = 0, to = from + 1] = at?.map ?? token?.map ?? []
    const found = about === '' ? -1 : lines.slice(from, to).findIndex((line) => line.includes(about))
    const line = found === -1 ? from : from + found
    return { line: above + line + 1, column: found === -1 ? 1 : (lines[line] ?? '').indexOf(about) + 1 }
  }
}

/** The index of the token that closes one: its own where it opens nothing. */
function endOf(tokens: readonly Token[], index: number): number {
  const { nesting = 0, level } = tokens[index] ?? {}
  if (nesting !== 1) return index
  return tokens.findIndex((token, other) => other > index && token.level === level && token.nesting === -1)
}
