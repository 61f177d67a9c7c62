import { stringify } from 'csv-stringify/sync'
import { isTree } from '#engine/core/merge-patch.ts'

/** Objects as a table (RFC 4180): a column for each property of any of them, those within under names with dots. */
export function toCsv(objects: readonly object[]): string {
  const rows = objects.map((object) => Object.fromEntries(cells('', object)))
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return stringify(rows, { header: true, columns, record_delimiter: '\r\n' })
}

function cells(prefix: string, value: unknown): [string, string][] {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return [[prefix, value.join('; ')]]
  if (isTree(value) || Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) => cells(prefix === '' ? key : `${prefix}.${key}`, inner))
  return [[prefix, value === null || value === undefined ? '' : inert(String(value))]]
}

/** A spreadsheet would run what looks like a formula. A number or a phone number with its sign does not. */
function inert(text: string): string {
  return /^([=@\t\r]|[+-](?![\d\s().-]*$))/.test(text) ? `'${text}` : text
}
