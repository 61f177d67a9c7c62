import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

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
