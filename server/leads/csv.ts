import { stringify } from 'csv-stringify/sync'
import { isTree } from '#engine/core/merge-patch.ts'

/** Objects as a table (RFC 4180): a column for each property of any of them, those within under names with dots. */
export function toCsv(objects: readonly object[]): string {
  const rows = objects.map((object) => Object.fromEntries(cells('', object)))
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = keys.map((key) => ({ key: [key], header: inert(key) }))
  return stringify(rows, { header: true, columns, record_delimiter: '\r\n' })
}

function cells(prefix: string, value: unknown): [string, string][] {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return [[prefix, inert(value.join('; '))]]
  if (isTree(value) || Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) => cells(prefix === '' ? key : `${prefix}.${key}`, inner))
  return [[prefix, value === null || value === undefined ? '' : inert(String(value))]]
}

/**
 * Makes text that a spreadsheet would run as a formula plain: an apostrophe goes before it. A number or a phone number
 * with its sign stays as it is.
 *
 * Where semicolons separate cells, as in many languages' Excel, what stands after one in a text begins a cell, quotes or
 * not; so does what stands after a tab, and after the end of a line.
 */
function inert(text: string): string {
  return text.replace(/[^;\t\r\n]+/g, (cell) => {
    // Spreadsheets take the wide signs of East Asian keyboards for the usual ones, and may drop what stands before them.
    const begins = cell.replace(/^[\s\p{Cf}"]+/u, '').normalize('NFKC')
    return /^[=@]|^[+-](?![\d\s().,-]*$)/.test(begins) ? `'${cell}` : cell
  })
}
