import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCursor, toCursor } from './routes.ts'

test('a cursor is read as it was written', () => {
  fc.assert(fc.property(fc.nat(), (number) => parseCursor(toCursor(number)) === number))
})

test('what was not written by us is no cursor', () => {
  const forged = ['v2:1', 'v1:', 'v1:-1', 'v1:01', 'v1:1.5', `v1:${'9'.repeat(30)}`]
  const all = [
    ...forged.map((text) => Buffer.from(text).toString('base64url')),
    '',
    '1',
    `${toCursor(1)}=`,
    ` ${toCursor(1)}`,
  ]
  expect(all.map(parseCursor)).toEqual(all.map(() => null))
})
