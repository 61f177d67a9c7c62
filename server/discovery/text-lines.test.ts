import { expect, test } from 'vitest'
import { fitted } from './discovery-routes.ts'

/** Each letter is half as wide as the text is high. */
const widthOf = (text: string) => [...text].length / 2

const room = { width: 100, height: 50, sizes: [20, 10] }

test.each([
  ['stands on one line where it can', 'A bill', ['A bill'], 20],
  ['is broken at its spaces', 'The whole bill', ['The whole', 'bill'], 20],
  ['is smaller where its lines are too many', 'One two three four five six', ['One two three four', 'five six'], 10],
  ['is smaller where a word is too wide', 'Versicherungen', ['Versicherungen'], 10],
  ['breaks a word that never fits', 'Hausverwaltungsvergleich', ['Hausverwaltungsvergl', 'eich'], 10],
  ['keeps a figure and its unit together', 'Under 2\u00a0minutes', ['Under', '2\u00a0minutes'], 20],
  ['is nothing when it is empty', ' ', [], 20],
])('a text %s', (_, text, lines, size) => {
  expect(fitted(text, room, widthOf)).toEqual({ lines, size })
})

test('a text that is too long ends with an ellipsis, within its room', () => {
  const { lines, size } = fitted('so many words '.repeat(20), room, widthOf)
  expect([lines.length, size]).toEqual([4, 10])
  expect(lines.at(-1)).toMatch(/^so many.*…$/)
  expect(lines.every((line) => widthOf(line) * size <= room.width)).toBe(true)
})
