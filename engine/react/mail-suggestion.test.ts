import { expect, test } from 'vitest'
import { suggestedAddress } from './mail-suggestion.ts'

test.each([
  ['anna@gmial.com', 'GB', 'anna@gmail.com'],
  ['Anna@Hotmial.com', 'GB', 'anna@hotmail.com'],
  ['anna@gmail.con', 'DE', 'anna@gmail.com'],
  ['anna@wbe.de', 'DE', null],
  ['anna@web.d', 'DE', 'anna@web.de'],
  ['anna@libbero.it', 'IT', 'anna@libero.it'],
  ['anna@ziggo.n', 'NL', 'anna@ziggo.nl'],
])('%s in %s suggests %s', (typed, country, suggestion) => {
  expect(suggestedAddress(typed, country)).toBe(suggestion)
})

test.each(['anna@gmail.com', 'anna@orange.fr', 'anna@example.com', 'anna@my-own.company', 'anna', 'anna@', ''])(
  'nothing is odd about %s',
  (typed) => {
    expect(suggestedAddress(typed, 'GB')).toBeNull()
  },
)
