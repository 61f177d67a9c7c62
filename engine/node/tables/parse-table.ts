import { mistaken, type Parsed, type Position } from '../positions.ts'

/** How many rows a table may have. */
const mostRows = 20_000

/** How many mistakes of one table are listed: they are mostly one, repeated. */
const mostMistakes = 20

/** A cell, and the column of its line where it begins, from 1. */
interface Cell {
  text: string
  column: number
}

/**
 * A table as CSV (RFC 4180): a line with the names of columns, then a line for each row, separated by commas, or by
 * semicolons where the first line has some. A cell may be in double quotes, and ends with its line.
 */
export function parseTable(text: string): Parsed {
  // Spreadsheets write a byte-order mark.
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const wrong = lines.findIndex((line) => /[\uFFFD\p{Cc}]/u.test(line.replaceAll('\t', ' ')))
  if (wrong >= 0) return mistaken(notUtf8, text, placeOf(lines, wrong, /[\uFFFD\p{Cc}]/u))
  while (lines.at(-1)?.trim() === '') lines.pop()
  const [head = '', ...body] = lines
  if (body.length === 0) return mistaken(empty, text)
  if (body.length > mostRows)
    return mistaken(
      `This table has ${body.length} rows, and at most ${mostRows} are read. Split it, or merge rows.`,
      text,
      { line: mostRows + 2, column: 1 },
    )
  const separator = head.includes(';') ? ';' : ','
  const mistakes: Parsed['mistakes'] = []
  const cellsAt = (at: number): Cell[] => {
    const cells = cellsOf(lines[at] ?? '', separator)
    if (cells !== null) return cells
    say(at, 1, 'A double quote is not closed in this line, or has text after it. Close it, or remove it.')
    return []
  }
  const columns = cellsAt(0)
  for (const [index, { text: name, column }] of columns.entries()) {
    if (name === '') say(0, column, 'This column has no name. Add one, or remove the column.')
    else if (columns.findIndex((other) => other.text === name) < index)
      say(0, column, `Two columns have the name "${name}". Rename one of them.`)
  }
  const rows = body.map((_, row) => {
    const at = row + 1
    const cells = cellsAt(at)
    if (cells.length > 0 && cells.every((cell) => cell.text === '')) say(at, 1, 'This row is empty. Remove it.')
    else if (cells.length > 0 && cells.length !== columns.length)
      say(at, 1, `This row has ${cells.length} cells, and the table ${columns.length} columns. Correct the row.`)
    const marked = cells.find((cell) => /[<>]/.test(cell.text))
    if (marked) say(at, marked.column, 'A table holds no HTML. Remove < and >.')
    return cells.map((cell) => cell.text)
  })
  const value = mistakes.length > 0 ? undefined : { columns: columns.map((cell) => cell.text), rows }
  return { value, text, mistakes, locate }

  function say(at: number, column: number, message: string): void {
    if (mistakes.length < mostMistakes) mistakes.push({ position: { line: at + 1, column }, message })
  }

  function locate({ path: [part, ...within] }: Parameters<Parsed['locate']>[0]): Position {
    const at = part === 'rows' ? Number(within[0]) + 1 : 0
    const cell = Number(part === 'rows' ? (within[1] ?? 0) : (within[0] ?? 0))
    return { line: at + 1, column: cellsOf(lines[at] ?? '', separator)?.[cell]?.column ?? 1 }
  }
}

const notUtf8 =
  'This file is not UTF-8 text: a character here cannot be read. Save it as CSV UTF-8, in Excel “CSV UTF-8 (comma delimited)”.'

const empty = 'This table is empty. Write a line with the names of the columns, and a line for each row.'

function placeOf(lines: readonly string[], at: number, what: RegExp): Position {
  return { line: at + 1, column: (lines[at] ?? '').search(what) + 1 }
}

/** The cells of a line, without the spaces around them; null where its quotes do not fit. */
function cellsOf(line: string, separator: string): Cell[] | null {
  const cells: Cell[] = []
  for (let at = 0; at <= line.length; ) {
    const start = at + (/^[ \t]*/.exec(line.slice(at))?.[0].length ?? 0)
    if (line[start] === '"') {
      const [quoted = '', text = ''] = /^"((?:[^"]|"")*)"[ \t]*/.exec(line.slice(start)) ?? []
      const end = start + quoted.length
      if (quoted === '' || (end < line.length && line[end] !== separator)) return null
      cells.push({ text: text.replaceAll('""', '"').trim(), column: start + 1 })
      at = end + 1
    } else {
      const next = line.indexOf(separator, at)
      const end = next < 0 ? line.length : next
      cells.push({ text: line.slice(at, end).trim(), column: Math.min(start, end) + 1 })
      at = end + 1
    }
  }
  return cells
}
