import { expect, test } from 'vitest'
import { parseTable } from './parse-table.ts'

test('a table is read with commas or semicolons, quotes and a byte-order mark', () => {
  const value = {
    columns: ['age', 'Price, GBP'],
    rows: [
      ['18-25', '12.50'],
      ['', 'say "a"'],
    ],
  }
  expect(parseTable('\uFEFFage,"Price, GBP"\r\n18-25, 12.50\r\n,"say ""a"""\r\n\r\n').value).toEqual(value)
  expect(parseTable('age;Price, GBP\n18-25;12.50\n;say "a"\n').value).toEqual(value)
})

test('a cell is found at its place', () => {
  const { locate } = parseTable('age,price\n18-25, 12\n"26+",x\n')
  expect(locate({ path: ['columns', '1'], on: 'value' })).toEqual({ line: 1, column: 5 })
  expect(locate({ path: ['rows', '0', '1'], on: 'value' })).toEqual({ line: 2, column: 8 })
  expect(locate({ path: ['rows', '1', '0'], on: 'value' })).toEqual({ line: 3, column: 1 })
  expect(locate({ path: ['rows', '1'], on: 'value' })).toEqual({ line: 3, column: 1 })
})

test('a table of many rows is read in a moment, and one of too many is not', () => {
  const rows = (count: number) => `a,b\n${'1-2,3.5\n'.repeat(count)}`
  expect(parseTable(rows(20_000)).mistakes).toEqual([])
  expect(parseTable(rows(20_001)).mistakes).toEqual([
    {
      position: { line: 20_002, column: 1 },
      message: 'This table has 20001 rows, and at most 20000 are read. Split it, or merge rows.',
    },
  ])
})
