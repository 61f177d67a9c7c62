import { expect, test } from 'vitest'
import { toCsv } from './form-table.ts'

test('a table has every property, quotes what it must, and holds no formula', () => {
  const table = toCsv([
    { id: 1, data: { name: 'Ada "the first"', phone: '+44 (20) 7946-0018', extras: ['garage', 'pool'] } },
    {
      id: 2,
      data: { name: '=HYPERLINK("x")', note: 'two\nlines, one comma', drivers: [{ name: '@x' }, { name: '-x' }] },
    },
  ])
  expect(table).toBe(
    [
      'id,data.name,data.phone,data.extras,data.note,data.drivers.0.name,data.drivers.1.name',
      '1,"Ada ""the first""",+44 (20) 7946-0018,garage; pool,,,',
      `2,"'=HYPERLINK(""x"")",,,"two\nlines, one comma",'@x,'-x`,
      '',
    ].join('\r\n'),
  )
  expect(toCsv([])).toBe('\r\n')
})

test('no cell begins a formula, whatever separates cells where the table is opened', () => {
  const starts = ['=', '@', '+a', '-a', '＝', '＠', '＋a', '－a', '﹦', ' =', '\u200b=', '\u00a0@', '"=', "'="].flatMap(
    (start) =>
      ['', 'x;', 'x\t', '\t', 'x\n', 'x\r', '\r', 'x; ', ';'].map((before) => `${before}${start}cmd|' /C calc'!A0`),
  )
  const objects = starts.map((start) => ({ id: 1, [start]: start, list: [start, 'b'] }))
  for (const object of objects) {
    const table = toCsv([object])
    const asMeant = [...table.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
      ([, quoted, bare]) => quoted ?? bare,
    )
    // Where something else separates, a quote is often just a letter.
    const otherwise = table.split(/[;\t\r\n]/)
    for (const cell of [...asMeant, ...otherwise])
      expect(cell?.normalize('NFKC'), JSON.stringify(object)).not.toMatch(/^[\s\u200b"]*(?:[=@]|[+-]\D)/)
  }
})

test('what merely looks like a sign stays as it is', () => {
  const kept = ['-12,5', '+44 (20) 7946-0018', 'a = b', 'a;b', 'garage; pool', 'ada@example.com', '−5 °C', '-5; +6']
  for (const text of kept) expect(toCsv([{ text }]).replaceAll('"', '')).toBe(`text\r\n${text}\r\n`)
})
