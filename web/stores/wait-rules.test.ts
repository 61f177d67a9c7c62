import { expect, test } from 'vitest'
import { restOfWait } from './progress-rules.ts'

test.each<[string, boolean, number | null, number, number | null]>([
  ['nobody waits', false, null, 1000, null],
  ['a wait begins, and is shown after 200 ms', true, null, 1000, 200],
  ['it is shown for as long as it takes', true, 1000, 9000, null],
  ['and for 200 ms at least', false, 1000, 1050, 150],
  ['it was shown for long enough', false, 1000, 1200, 0],
  ['and for longer', false, 1000, 9000, 0],
])('%s', (_, isWaiting, shownSince, now, rest) => {
  expect(restOfWait(isWaiting, shownSince, now)).toBe(rest)
})
