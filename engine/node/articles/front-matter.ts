import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { type Parsed, type Position, tooDeep } from '../positions.ts'

/** What stands between the two lines of hyphens that a file begins with. */
export interface FrontMatter {
  values: Record<string, unknown>
  /** Where each of its keys stands. */
  places: Map<string, Position>
  mistakes: Parsed['mistakes']
  /** How many lines of the file stand above the rest. */
  bodyFrom: number
}

/** null when a file does not begin so. */
export function frontMatter(text: string): FrontMatter | null {
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
      message: 'Here stand "title: …" and the like, each on its line.',
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
  if (code === 'DUPLICATE_KEY') return 'This key stands twice. Rename or remove one of the two.'
  // The parser gives up where its stack ends.
  if (/call stack/.test(message)) return tooDeep
  return `This is not YAML (${message.replace(/\s+/g, ' ').replace(/\.$/, '')}). A text with ": ", # or quotes stands in double quotes.`
}
