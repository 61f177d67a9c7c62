import { stringify } from 'csv-stringify/sync'
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { type ConfirmedOf, confirmedFolder, sourceHash } from '#engine/authoring'
import { isTree } from '#engine/form/model'
import { type Schemas, type SourceFile, shapeCheck, sortSources } from '#engine/library'
import { confirmedIn, parseJson } from '#engine/node'
import { defaultLocale, type Hash, leaves, translations } from '#engine/site'

/** A text that is translated into a language. */
export interface TextRow {
  /** The definition: forms/solar. */
  place: string
  /** The keys that lead to it, joined with dots. */
  key: string
  path: readonly string[]
  source: string
  /** Empty where there is none. */
  target: string
  state: 'missing' | 'stale' | 'unconfirmed' | 'confirmed'
  /** The name of the file that has the translation, or should: locales/de/forms/solar.json. */
  file: string
  /** What is written down of the source when the translation is confirmed. */
  hash: string
}

/** A text as a translator returned it. */
export interface ReturnedText extends Pick<TextRow, 'place' | 'key' | 'source' | 'target'> {
  /** It has marks whose meaning nothing here knows. */
  isMarked?: boolean
}

export type TextFormat = 'xliff' | 'csv'

/**
 * Why a row is not taken. unknown: no such text; stale: its source has changed since; twice: it is there twice; placeholders: it
 * lacks some that its source has, or has others; marks: it has marks of a tool; control: it has control characters.
 */
export interface RefusedRow extends Pick<TextRow, 'place' | 'key'> {
  reason: 'unknown' | 'stale' | 'twice' | 'placeholders' | 'marks' | 'control'
  detail: string
}

export interface MergedTexts {
  changes: (TextRow & { text: string })[]
  refused: RefusedRow[]
  /** How many were as they are, and how many were left empty. */
  same: number
  empty: number
}

/** The language of the sources, and all texts that are translated into another; null without a usable site.json. */
export function textRows(
  sources: readonly SourceFile[],
  { schemas, hash, confirmedOf, locale }: { schemas: Schemas; hash: Hash; confirmedOf: ConfirmedOf; locale: string },
): { source: string; rows: TextRow[] } | null {
  const { library } = sortSources(sources, shapeCheck(schemas))
  if (!library) return null
  const rows = translations(library, schemas)
    .filter((each) => each.locale === locale)
    .flatMap(({ place, target: file, translation, offered }) => {
      const present = new Map(leaves(translation?.value).map(({ path, text }) => [path.join('.'), text]))
      const confirmed = confirmedOf(locale, place)
      return offered().map(({ path, text }): TextRow => {
        const key = path.join('.')
        const target = present.get(key) ?? ''
        const [was, is] = [confirmed?.[key], sourceHash(hash, text)]
        const state =
          target.trim() === '' ? 'missing' : was === undefined ? 'unconfirmed' : was === is ? 'confirmed' : 'stale'
        return { place, key, path, source: text, target, state, file, hash: is }
      })
    })
  return { source: defaultLocale(library.site.value), rows }
}

/** What a file of confirmed texts says: the hash of the source, by the keys of the text. */
export function confirmedTexts(text: string): Record<string, string> {
  const { value } = parseJson(text)
  return isTree(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}
}

/** The file that has what is confirmed of a translation: locales/de/confirmed/forms/solar.json. */
export function confirmedName(file: string): string {
  return file.replace(/^locales\/[^/]+/, (language) => `${language}/${confirmedFolder}`)
}

/** What is confirmed, in a folder of locales and in a draft over it. @param draft its files of confirmed texts, by their names */
export function withConfirmed(locales: string, draft: ReadonlyMap<string, string>): ConfirmedOf {
  const kept = confirmedIn(locales)
  return (locale, place) => {
    const text = draft.get(confirmedName(`locales/${locale}/${place}.json`))
    return text === undefined ? kept(locale, place) : confirmedTexts(text)
  }
}

/** Whether a file has what is confirmed, and no text. */
export function isConfirmedName(name: string): boolean {
  const [root, , folder] = name.split('/')
  return root === 'locales' && folder === confirmedFolder
}

/** What no translation changes: facts, links, names of what is filled in. */
const placeholder = /\{[^{}\n]*\}|\]\([^()\s]*\)/g

const placeholdersIn = (text: string) => (text.match(placeholder) ?? []).toSorted()

/** Writes texts for translators. @param source the language of the sources */
export function writeTexts(
  rows: readonly TextRow[],
  { format, source, locale }: { format: TextFormat; source: string; locale: string },
): string {
  return format === 'csv' ? csvOf(rows, locale) : xliffOf(rows, source, locale)
}

const columns = ['place', 'key', 'source', 'target', 'state', 'language'] as const

function csvOf(rows: readonly TextRow[], locale: string): string {
  const lines = rows.map(({ place, key, source, target, state }) => [
    ...[place, key, inert(source), inert(target), state, locale],
  ])
  return `\u{feff}${stringify([[...columns], ...lines], { record_delimiter: '\r\n', quoted_match: /[\s;]/ })}`
}

/** An apostrophe keeps a spreadsheet from running a text as a formula; what begins with one gets another. */
const inert = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const plain = (text: string) => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

type Node = Record<string, unknown> & { ':@'?: Record<string, string> }

const element = (name: string, attributes: Record<string, string>, children: Node[]): Node => ({
  [name]: children,
  ':@': Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`@_${key}`, value])),
})
const textNode = (text: string): Node => ({ '#text': text })

function xliffOf(rows: readonly TextRow[], source: string, locale: string): string {
  const files = [...Map.groupBy(rows, ({ place }) => place)].map(([place, own], at) =>
    element(
      'file',
      { id: `f${at + 1}`, original: place },
      own.map((row, unit) => unitOf(row, `u${unit + 1}`)),
    ),
  )
  const about = { xmlns: 'urn:oasis:names:tc:xliff:document:2.0', version: '2.1', srcLang: source, trgLang: locale }
  const builder = new XMLBuilder({ preserveOrder: true, ignoreAttributes: false, suppressEmptyNode: true })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build([element('xliff', about, files)])}\n`
}

function unitOf({ key, source, target, state }: TextRow, id: string): Node {
  const data = [...new Set([...placeholdersIn(source), ...placeholdersIn(target)])]
  const inline = (text: string): Node[] => {
    const all = [...text.matchAll(placeholder)]
    return [...all, null].flatMap((match, at): Node[] => {
      const before = all[at - 1]
      const from = before ? before.index + before[0].length : 0
      const words = text.slice(from, match?.index)
      const mark = match && element('ph', { id: `${at + 1}`, dataRef: `d${data.indexOf(match[0]) + 1}` }, [])
      return [...(words === '' ? [] : [textNode(words)]), ...(mark ? [mark] : [])]
    })
  }
  const space = { 'xml:space': 'preserve' }
  const segment = element(
    'segment',
    { state: state === 'confirmed' ? 'final' : state === 'missing' ? 'initial' : 'translated' },
    [element('source', space, inline(source)), ...(target === '' ? [] : [element('target', space, inline(target))])],
  )
  const original = data.map((text, at) => element('data', { id: `d${at + 1}` }, [textNode(text)]))
  return element('unit', { id, name: key }, [
    ...(state === 'stale' ? [element('notes', {}, [element('note', {}, [textNode('The source has changed.')])])] : []),
    ...(original.length > 0 ? [element('originalData', {}, original)] : []),
    segment,
  ])
}

type Returned =
  | { ok: true; locale: string | null; texts: ReturnedText[] }
  | { ok: false; reason: 'xml' | 'xliff' | 'csv' | 'large'; detail: string }

/** The largest file of translations that is read, in characters. */
const largest = 20_000_000

/** Reads what a translator returned: XLIFF 2, or CSV with the columns that it was written with. */
export function readTexts(text: string): Returned {
  if (text.length > largest) return { ok: false, reason: 'large', detail: '' }
  const begins = text.replace(/^\u{feff}/u, '').trimStart()
  return begins.startsWith('<') ? readXliff(begins) : readCsv(begins)
}

function readCsv(text: string): Returned {
  const lines = linesOf(text)
  if (lines === null) return { ok: false, reason: 'csv', detail: '"' }
  const [head = [], ...body] = lines
  const at = (name: (typeof columns)[number]) => head.indexOf(name)
  const lacking = columns.slice(0, 4).find((name) => at(name) < 0)
  if (lacking !== undefined) return { ok: false, reason: 'csv', detail: lacking }
  const cell = (line: readonly string[], name: (typeof columns)[number]) => line[at(name)] ?? ''
  const full = body.filter((line) => line.some((each) => each !== ''))
  const texts = full.map((line) => ({
    ...{ place: cell(line, 'place'), key: cell(line, 'key') },
    ...{ source: plain(cell(line, 'source')), target: plain(cell(line, 'target')) },
  }))
  return { ok: true, locale: full[0] && at('language') >= 0 ? cell(full[0], 'language') : null, texts }
}

/** The cells of CSV (RFC 4180), also where semicolons or tabs separate them; null where a quote is not closed. */
function linesOf(text: string): string[][] | null {
  const [first = ''] = text.split('\n')
  const separator = [',', ';', '\t'].find((each) => first.replaceAll('"', '').startsWith(`place${each}`)) ?? ','
  const lines: string[][] = []
  let line: string[] = []
  for (let at = 0; at <= text.length; ) {
    const quoted = text[at] === '"' ? /"((?:[^"]|"")*)"/y : null
    let cell: string
    if (quoted) {
      quoted.lastIndex = at
      const found = quoted.exec(text)
      if (!found) return null
      cell = (found[1] ?? '').replaceAll('""', '"')
      at += found[0].length
    } else {
      const ends = new RegExp(`[\\r\\n${separator}]`, 'g')
      ends.lastIndex = at
      const to = ends.exec(text)?.index ?? text.length
      cell = text.slice(at, to)
      at = to
    }
    line.push(cell)
    if (text[at] === separator) {
      at++
      continue
    }
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n') return null
    lines.push(line)
    line = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return lines
}

function readXliff(text: string): Returned {
  // No entities of its own: a few can be made to fill all memory.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return { ok: false, reason: 'xml', detail: 'DOCTYPE' }
  const valid = XMLValidator.validate(text)
  if (valid !== true) return { ok: false, reason: 'xml', detail: `${valid.err.line}: ${valid.err.msg}` }
  const parser = new XMLParser({
    ...{
      preserveOrder: true,
      ignoreAttributes: false,
      trimValues: false,
      parseTagValue: false,
      parseAttributeValue: false,
    },
    ...{ removeNSPrefix: false, processEntities: true, htmlEntities: false },
  })
  const root = (parser.parse(text) as Node[]).find((node) => 'xliff' in node)
  if (!root || !attribute(root, 'version').startsWith('2.')) return { ok: false, reason: 'xliff', detail: '' }
  const texts = childrenOf(root, 'file').flatMap((file) =>
    unitsIn(file).map((unit) => returnedIn(attribute(file, 'original'), unit)),
  )
  return { ok: true, locale: attribute(root, 'trgLang') || null, texts }
}

const nameOf = (node: Node) => Object.keys(node).find((key) => key !== ':@') ?? ''
const contentOf = (node: Node) => (node[nameOf(node)] ?? []) as Node[]
const attribute = (node: Node, name: string) => String(node[':@']?.[`@_${name}`] ?? '')
const childrenOf = (node: Node, name: string) => contentOf(node).filter((each) => nameOf(each) === name)

/** The units of a file, in whatever groups a tool has put them. */
function unitsIn(node: Node): Node[] {
  return contentOf(node).flatMap((each) => {
    if (nameOf(each) === 'unit') return [each]
    return nameOf(each) === 'group' ? unitsIn(each) : []
  })
}

function returnedIn(place: string, unit: Node): ReturnedText {
  const data = new Map(
    childrenOf(unit, 'originalData')
      .flatMap((each) => childrenOf(each, 'data'))
      .map((each) => [
        attribute(each, 'id'),
        contentOf(each)
          .map((node) => String(node['#text'] ?? ''))
          .join(''),
      ]),
  )
  let isMarked = false
  const said = (nodes: readonly Node[]): string =>
    nodes
      .map((node) => {
        const name = nameOf(node)
        if (name === '#text') return String(node['#text'])
        if (name === 'ph') return data.get(attribute(node, 'dataRef')) ?? ''
        if (name === 'mrk') return said(contentOf(node))
        if (name === 'sm' || name === 'em') return ''
        isMarked = true
        return ''
      })
      .join('')
  // A tool may have split the text, and what is between two parts belongs to both.
  const parts = contentOf(unit).filter((each) => ['segment', 'ignorable'].includes(nameOf(each)))
  const whole = (name: 'source' | 'target') =>
    parts
      .map((part) => {
        const [found] = childrenOf(part, name)
        const [source] = childrenOf(part, 'source')
        const node = found ?? (nameOf(part) === 'ignorable' ? source : undefined)
        return node ? said(contentOf(node)) : ''
      })
      .join('')
  const [source, target] = [whole('source'), whole('target')]
  return { place, key: attribute(unit, 'name'), source, target, isMarked }
}

/** What of the returned texts can be taken, row by row. */
export function mergeTexts(rows: readonly TextRow[], returned: readonly ReturnedText[]): MergedTexts {
  const known = new Map(rows.map((row) => [`${row.place} ${row.key}`, row]))
  const seen = new Set<string>()
  const merged: MergedTexts = { changes: [], refused: [], same: 0, empty: 0 }
  for (const { place, key, source, target, isMarked } of returned) {
    const [id, text] = [`${place} ${key}`, target.replaceAll('\r\n', '\n')]
    const row = known.get(id)
    const refuse = (reason: RefusedRow['reason'], detail = '') => merged.refused.push({ place, key, reason, detail })
    const [needed, given] = [placeholdersIn(row?.source ?? ''), placeholdersIn(text)]
    if (!row) refuse('unknown')
    else if (seen.has(id)) refuse('twice')
    else if (text.trim() === '') merged.empty++
    else if (source.replaceAll('\r\n', '\n') !== row.source) refuse('stale', row.source)
    else if (text === row.target) merged.same++
    else if (isMarked) refuse('marks')
    else if (/[^\P{Cc}\n\t]/u.test(text)) refuse('control')
    else if (needed.join(' ') !== given.join(' ')) refuse('placeholders', needed.join(' '))
    else merged.changes.push({ ...row, text })
    seen.add(id)
  }
  return merged
}
