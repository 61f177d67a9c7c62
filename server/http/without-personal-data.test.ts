import { expect, test } from 'vitest'
import { withoutPersonalData } from './errors.ts'

test.each([
  ["Cannot read properties of null (reading 'title')", "Cannot read properties of null (reading 'title')"],
  ['ada.lovelace@example.com is wrong', '[address] is wrong'],
  ['<ada+x@example.co.uk>', '<[address]>'],
  ['/unsub/ada%40example.com', '/unsub/[address]'],
  ['at https://example.com/x?email=ada@example.com (line 3)', 'at https://example.com/x?… (line 3)'],
  ['at https://example.com/x?email=ada&n=1 (line 3)', 'at https://example.com/x?… (line 3)'],
  ['at /x?email=ada#id=7', 'at /x?…'],
  [
    'at load (https://example.com/assets/react-CMs5V4Sg.js:1:218915)',
    'at load (https://example.com/assets/react-CMs5V4Sg.js:1:218915)',
  ],
  ['call 0171 3920012 now', 'call [number] now'],
  ['+44 (0)20 7946-0123', '[number]'],
  ['06.39.98.12.34', '[number]'],
  ['born 1985-03-27', 'born [number]'],
  ['born 27/03/1985', 'born [number]'],
  ['DE89 3704 0044 0532 0130 00', '[account]'],
  ['gb29nwbk60161331926819.', '[account].'],
  ['Unexpected token \'A\', "{"name":"Ada" is not valid JSON', 'Unexpected token \'A\', "…" is not valid JSON'],
  ['Error 500 in 3 of 12 steps, 123456', 'Error 500 in 3 of 12 steps, 123456'],
])('%s', (text, cleaned) => {
  expect(withoutPersonalData(text)).toBe(cleaned)
})
