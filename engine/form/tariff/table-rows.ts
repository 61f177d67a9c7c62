import type { TariffTable } from '#schemas/generated/tariff-table.ts'
import { type Cell, covers, overlap } from './cell.ts'
import { type ConditionColumn, type ReadColumn, readColumns } from './tariff.ts'

/** How many combinations of wider cells are looked up for one row. */
const mostCombinations = 512

/** Of more bands than this in one column it is not looked up which of them are within others. */
const mostBands = 1000

/** The rows that never count, each with an earlier row that matches all that it matches. */
export function unusedRows(
  conditions: readonly ConditionColumn[],
  table: TariffTable,
): { row: number; coveredBy: number }[] {
  const columns = readColumns(conditions, table)
  const wider = columns.map(widerCells)
  const first = new Map<string, number>()
  return table.rows.flatMap((_, row) => {
    let keys = ['']
    let own = ''
    for (const [at, { ids }] of columns.entries()) {
      const id = ids[row] ?? 0
      const covering = wider[at]?.[id] ?? [id]
      // Of too many ways to be covered only the narrowest is looked up.
      const looked = keys.length * covering.length > mostCombinations ? [id] : covering
      keys = looked.flatMap((each) => keys.map((key) => `${key} ${each}`))
      own = `${own} ${id}`
    }
    const before = keys.flatMap((key) => first.get(key) ?? [])
    if (!first.has(own)) first.set(own, row)
    return before.length > 0 ? [{ row, coveredBy: Math.min(...before) }] : []
  })
}

/** For each cell of a column those that match all that it matches, itself among them. */
function widerCells({ cells }: ReadColumn): number[][] {
  const any = cells.findIndex(({ is }) => is === 'any')
  const bands = cells.flatMap((cell, id) => (cell.is === 'band' ? id : []))
  const starts = new Map(cells.flatMap((cell, id) => (cell.is === 'start' ? [[cell.text, id] as const] : [])))
  return cells.map((cell, id) => {
    const others = any < 0 || any === id ? [] : [any]
    if (cell.is === 'band' && bands.length <= mostBands)
      return [id, ...others, ...bands.filter((other) => other !== id && covers(cells[other] as Cell, cell))]
    if (cell.is !== 'start') return [id, ...others]
    const beginnings = Array.from(cell.text, (_, end) => starts.get(cell.text.slice(0, end)) ?? [])
    return [id, ...others, ...beginnings.flat()]
  })
}

/** Where two rows that differ in one column have bands that overlap: the first of them counts for what both match. */
export function overlappingBands(
  conditions: readonly ConditionColumn[],
  table: TariffTable,
  isWhole: (field: string) => boolean,
): { row: number; other: number; column: ConditionColumn }[] {
  const columns = readColumns(conditions, table)
  return conditions.flatMap((column, at) => {
    if (column.compare !== 'band') return []
    const others = columns.filter((_, place) => place !== at)
    const alike = Map.groupBy(table.rows.keys(), (row) => others.map(({ ids }) => ids[row]).join())
    return [...alike.values()].flatMap((rows) => {
      const bands = bandsOf(columns[at], rows)
      return bands.flatMap((band, place) => {
        const before = bands[place - 1]
        if (!before || !overlap(before, band)) return []
        // Where numbers have decimals, a band may begin where the one before ends.
        if (!isWhole(column.field) && before.to === band.from) return []
        return [{ row: Math.max(band.row, before.row), other: Math.min(band.row, before.row), column }]
      })
    })
  })
}

/** Numbers between the lowest and the highest band of a column that no row of the table has, with the row that follows. */
export function bandHoles(
  conditions: readonly ConditionColumn[],
  table: TariffTable,
  isWhole: (field: string) => boolean,
): { row: number; column: ConditionColumn; from: number; to: number }[] {
  const columns = readColumns(conditions, table)
  return conditions.flatMap((column, at) => {
    if (column.compare !== 'band' || columns[at]?.cells.some(({ is }) => is === 'any')) return []
    const bands = bandsOf(columns[at], [...table.rows.keys()])
    const step = isWhole(column.field) ? 1 : 0
    let reach = bands[0]?.to ?? 0
    return bands.flatMap(({ from, to, row }) => {
      const next = reach + step
      reach = Math.max(reach, to)
      return from > next ? [{ row, column, from: next, to: from - step }] : []
    })
  })
}

/** The bands of rows, from low to high. */
function bandsOf(column: ReadColumn | undefined, rows: readonly number[]) {
  return rows
    .flatMap((row) => {
      const cell = column?.cells[column.ids[row] ?? 0]
      return cell?.is === 'band' ? [{ ...cell, row }] : []
    })
    .sort((one, other) => one.from - other.from || one.row - other.row)
}
