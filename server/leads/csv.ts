import { stringify } from 'csv-stringify/sync'
import { properties } from './properties.ts'

/** A table (RFC 4180) whose columns are found before its rows are written, so that neither need be held at once. */
export interface Table {
  /** Adds a column for each property of any of the objects, those within under names with dots. */
  see(objects: readonly object[]): void
  head(): string
  /** Lines for objects that were seen. */
  rows(objects: readonly object[]): string
}

export function createTable(): Table {
  const columns = new Set<string>()
  return {
    see(objects) {
      for (const object of objects) for (const [name] of properties(object)) columns.add(name)
    },
    head: () => csvLines([[...columns]]),
    rows: (objects) =>
      csvLines(
        objects.map((object) => {
          const cells = new Map(properties(object))
          return [...columns].map((name) => cells.get(name) ?? '')
        }),
      ),
  }
}

/** Lines of a table whose cells say nothing but their text. @param delimiter what separates them */
export function csvLines(lines: readonly (readonly string[])[], delimiter: ',' | ';' = ','): string {
  const separators = delimiter === ';' ? /[^;,\t\r\n]+/g : /[^;\t\r\n]+/g
  return stringify(
    lines.map((line) => line.map((text) => inert(text, separators))),
    { record_delimiter: '\r\n', delimiter },
  )
}

/** A few objects as a table. */
export function toCsv(objects: readonly object[]): string {
  const table = createTable()
  table.see(objects)
  return table.head() + table.rows(objects)
}

/**
 * Makes text that a spreadsheet would run as a formula plain: an apostrophe goes before it. A number or a phone number
 * with its sign stays as it is.
 *
 * Where semicolons separate cells, as in many languages' Excel, what stands after one in a text begins a cell, quotes or
 * not; so does what stands after a tab, and after the end of a line. Where semicolons are meant, commas are what another
 * program takes.
 */
function inert(text: string, cells: RegExp): string {
  return text.replace(cells, (cell) => {
    // Spreadsheets take the wide signs of East Asian keyboards for the usual ones, and may drop what stands before them.
    const begins = cell.replace(/^[\s\p{Cf}"]+/u, '').normalize('NFKC')
    return /^[=@]|^[+-](?![\d\s().,-]*$)/.test(begins) ? `'${cell}` : cell
  })
}
