import MarkdownIt, { type Token } from 'markdown-it'
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import type { ArticleBlock, ArticleBlocks } from '#schemas/generated/article-text.ts'
import { mistaken, type Parsed, type Position, tooDeep } from '../positions.ts'

/**
 * What may be linked to: pages of the site, other articles, the brand's pages on social networks. lang:es is no target:
 * it says which language the words are in.
 */
const targets = /^(page:[^()\s]+|article:[\w-]+|social:(facebook|instagram|tiktok)|lang:[a-z]{2})$/

const markdown = new MarkdownIt({ html: true }).disable(['strikethrough', 'autolink', 'reference'])

// Whatever is written as a link is read as one, so that it can be judged.
markdown.validateLink = () => true

markdown.normalizeLink = (target) => target

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

/** What stands between the two lines of hyphens that a file begins with. */
interface FrontMatter {
  values: Record<string, unknown>
  /** Where each of its keys stands. */
  places: Map<string, Position>
  mistakes: Parsed['mistakes']
  /** How many lines of the file stand above the rest. */
  bodyFrom: number
}

/** null when a file does not begin so. */
function frontMatter(text: string): FrontMatter | null {
  const [, yaml = ''] = /^---\r?\n([\s\S]*?\n)---\r?(?:\n|$)/.exec(text) ?? []
  if (yaml === '') return null
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line: line + 1, column: col }
  }
  const bodyFrom = yaml.split('\n').length + 1
  // Whatever follows the first mistake is mostly a consequence of it.
  const mistakes = document.errors
    .slice(0, 1)
    .map(({ pos: [offset], code, message }) => ({ position: at(offset), message: sentence(code, message) }))
  const { contents } = document
  if (mistakes.length === 0 && !isMap(contents))
    mistakes.push({
      position: { line: 2, column: 1 },
      message: 'Write "title: …" and other keys here, each on its own line.',
    })
  if (mistakes.length > 0 || !isMap(contents)) return { values: {}, places: new Map(), mistakes, bodyFrom }
  const places = new Map(
    contents.items.flatMap(({ key }) =>
      isScalar(key) && key.range ? [[String(key.value), at(key.range[0])] as const] : [],
    ),
  )
  return { values: document.toJS({ maxAliasCount: 0 }), places, mistakes, bodyFrom }
}

function sentence(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'This key appears twice. Rename or remove one of the two.'
  // The parser gives up where its stack ends.
  if (/call stack/.test(message)) return tooDeep
  return `This is not YAML (${message.replace(/\s+/g, ' ').replace(/\.$/, '')}). Put a text with ": ", # or quotes in double quotes.`
}

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

/**
 * Markdown as the parts of an article (CommonMark 0.31 with the tables of GitHub's).
 * @param above how many lines of the file stand above it
 */
function parseMarkdown(text: string, above: number): Markdown {
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
        ? 'Sections begin with ##, and their parts with ###. Other headings are not allowed here.'
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
    if (children.length > 1) return wrong('A picture needs its own paragraph. Put an empty line around it.')
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
    else if (others.length > 0) wrong('An item of a list is one paragraph. Remove its other content.')
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
      wrong('Each column of a table except the first needs a heading. Add one.')
    return { head, rows: body }
  }

  /** > **24 °C** is what to set it to. */
  function figureOf(inner: readonly Token[]): ArticleBlock | null {
    const [opening, inline, closing, ...more] = inner
    const [, figure, condition] = /^\*\*(.+?)\*\*\s+(.+)$/.exec(inline ? words(inline) : '') ?? []
    if (opening?.type !== 'paragraph_open' || !closing || more.length > 0 || !figure || !condition)
      return wrong('Write a figure with its condition after >: > **figure** and what it holds for.')
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

/** A mistake within a text, and what it is about as it is written there. */
interface InlineMistake {
  about: string
  message: string
}

/** The text of a paragraph as words are written: with [label](target), **bold** and *emphasis*, and nothing else. */
function inlineText(tokens: readonly Token[]): { text: string; mistakes: InlineMistake[] } {
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
        ? 'A picture needs its own paragraph. Put an empty line around it.'
        : type === 'html_inline'
          ? 'HTML has no effect in an article. Write Markdown.'
          : 'An article has no code. Take the marks out.'
    mistakes.push({ about: type === 'html_inline' ? content : markup, message })
    return token.hidden ? '' : content
  }
}
