import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { DefinitionProblem } from '#engine/library'

/** A place in a file as editors count: both begin at 1. */
export interface Position {
  line: number
  column: number
}

/** What a JSON text says, and the places of it. */
export interface Parsed {
  value: unknown
  text: string
  /** Syntax errors and keys that stand twice in one object, each with its place. */
  mistakes: { position: Position; message: string }[]
  locate: (problem: Pick<DefinitionProblem, 'path' | 'on'>) => Position
}

/** A file that is not read, and why: that is said of its first place. */
export function mistaken(message: string, text = '', position: Position = { line: 1, column: 1 }): Parsed {
  return { value: undefined, text, mistakes: [{ position, message }], locate: () => position }
}

const sentences: Record<string, string> = {
  CommaExpected: 'A comma is missing before this.',
  PropertyNameExpected: 'A key in double quotes is expected here. Perhaps there is a comma too many.',
  ValueExpected: 'A value is expected here. Perhaps there is a comma too many.',
  ColonExpected: 'A colon is missing before this.',
  CloseBraceExpected: 'A closing } is missing.',
  CloseBracketExpected: 'A closing ] is missing.',
  EndOfFileExpected: 'The file goes on after its end. Remove what follows.',
  UnexpectedEndOfString: 'The closing quote of a text is missing.',
  InvalidCommentToken: 'Comments are not possible in definitions. Remove it.',
}

/** How deep lists and objects may stand in one another: several times as deep as any definition. */
const mostLevels = 100

/** Parses JSON strictly: no comments, no trailing commas, no key twice. */
export function parseJson(text: string): Parsed {
  const { deepAt, keys } = scanned(text)
  // Whatever walks through it would have its stack overflow.
  if (deepAt !== null) return mistaken(tooDeep, text, positionOf(text, deepAt))
  const value = faultless(text, keys)
  // Parsed again: thousands of trees kept for a mistake that may never come would be most of the memory.
  const locate: Parsed['locate'] = ({ path, on }) => positionOf(text, locateIn(text, path, on))
  return value === undefined ? withMistakes(text, locate) : { value, text, mistakes: [], locate }
}

/** Said of what stands deeper. */
export const tooDeep = `This is nested too deeply: more than ${mostLevels} levels. Take out what is around it, or in it.`

/**
 * Where the first bracket is that opens a level too many, null where none does; and how many keys there are, those that
 * appear twice counted twice: outside strings, a colon follows each.
 */
function scanned(text: string): { deepAt: number | null; keys: number } {
  let level = 0
  let keys = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfString(text, at)
    else if (sign === colon) keys += 1
    else if (sign === openBrace || sign === openBracket) {
      level += 1
      if (level > mostLevels) return { deepAt: at, keys }
    } else if (sign === closeBrace || sign === closeBracket) level -= 1
  }
  return { deepAt: null, keys }
}

const [quote, colon, openBrace, openBracket, closeBrace, closeBracket, backslash, newLine] = [...'":{[}]\\\n'].map(
  (sign) => sign.charCodeAt(0),
)

/** Where the string ends that begins at an offset; no string goes on in the next line. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  for (; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === quote || sign === newLine) break
    if (sign === backslash) at++
  }
  return at
}

/**
 * What a text without any mistake says; undefined where there may be one. Several times as fast as the parser that
 * knows places, and nearly every file is such a text.
 * @param keys how many keys the text has
 */
function faultless(text: string, keys: number): unknown {
  // A key that is called so would become the prototype.
  if (text.includes('__proto__')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return keysIn(value) === keys ? value : undefined
  } catch {
    return undefined
  }
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  let count = Array.isArray(value) ? 0 : inner.length
  for (const each of inner) count += keysIn(each)
  return count
}

function withMistakes(text: string, locate: Parsed['locate']): Parsed {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const at = (offset: number) => positionOf(text, offset)
  // Whatever follows the first syntax error is mostly a consequence of it.
  const [first] = errors
  const syntax = first
    ? [syntaxMistake(text, first)].map(({ offset, message }) => ({ position: at(offset), message }))
    : []
  const twice = root && syntax.length === 0 ? duplicateKeys(root) : []
  return {
    value: root && syntax.length === 0 ? plain(root) : undefined,
    text,
    mistakes: [
      ...syntax,
      ...twice.map((key) => ({
        position: at(key.offset),
        message: `"${key.value}" appears twice in this object. Rename or remove one of the two.`,
      })),
    ],
    locate,
  }
}

/** The first thing that is not JSON, and what to write instead. */
function syntaxMistake(text: string, { error, offset, length }: ParseError): { offset: number; message: string } {
  if (text.trim() === '') {
    const message = 'The file is empty. Write what belongs here in { }, or remove the file.'
    return { offset: 0, message }
  }
  const name = printParseErrorCode(error)
  const message =
    name === 'InvalidSymbol' ? symbolSentence(text.slice(offset, offset + length), text.slice(offset + length)) : null
  return { offset, message: message ?? sentences[name] ?? `This is not JSON (${name}). Correct it here.` }
}

/** What stands where only quotes, braces, numbers, true, false and null can. */
function symbolSentence(symbol: string, after: string): string {
  if (symbol.startsWith('\uFEFF'))
    return 'The file begins with a byte-order mark, which cannot be seen. Save it as UTF-8 without one.'
  const [quote] = /^[“”„‟‘’‚‛«»‹›]/.exec(symbol) ?? []
  if (quote) return `This quote is typographic (${quote}). JSON wants straight ones: ".`
  if (/^['`]/.test(symbol)) return `This quote is a single one (${symbol[0]}). JSON wants double ones: ".`
  const [word = ''] = /^[\p{L}_$][\p{L}\p{N}_$-]*/u.exec(symbol) ?? []
  if (/^\s*:/.test(after) || symbol.endsWith(':')) return `Keys need double quotes. Write "${word || symbol}".`
  const small = { true: 'true', false: 'false', null: 'null', none: 'null' }[word.toLowerCase()]
  if (small) return `Write ${small}, in small letters and without quotes.`
  return `${symbol} is not a value. Put text in double quotes: "${symbol}".`
}

function locateIn(text: string, path: readonly string[], on: 'key' | 'value'): number {
  const root = parseTree(text)
  return root ? offsetOf(root, path, on) : 0
}

function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** The place of a path, or of the nearest parent that stands in the file. */
function offsetOf(root: Node, path: readonly string[], on: 'key' | 'value'): number {
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(root, segments(root, path.slice(0, length)))
    if (!node) continue
    const key = node.parent?.type === 'property' ? node.parent : undefined
    return on === 'key' || length < path.length ? (key ?? node).offset : node.offset
  }
  return root.offset
}

/** Items of a list are found by number, keys of an object by text. */
function segments(root: Node, path: readonly string[]): (string | number)[] {
  let node: Node | undefined = root
  return path.map((part) => {
    const segment = node?.type === 'array' ? Number(part) : part
    node = node && findNodeAtLocation(node, [segment])
    return segment
  })
}

function duplicateKeys(node: Node): Node[] {
  const seen = new Set<unknown>()
  return (node.children ?? []).flatMap((child) => {
    const key = child.type === 'property' ? child.children?.[0] : undefined
    const twice = key !== undefined && node.type === 'object' && seen.has(key.value)
    if (key && node.type === 'object') seen.add(key.value)
    return [...(twice && key ? [key] : []), ...duplicateKeys(child)]
  })
}

/** The value of a node. Unlike JSON.parse on the text it needs no second pass, and `__proto__` is a key as any other. */
function plain(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plain)
  if (node.type !== 'object') return node.value
  return Object.fromEntries(
    (node.children ?? []).map(({ children = [] }) => [children[0]?.value, children[1] && plain(children[1])]),
  )
}
