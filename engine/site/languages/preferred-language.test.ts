import { expect, test } from 'vitest'
import { preferredLanguage } from './language-settings.ts'

const known = ['en', 'es', 'de', 'fr', 'it', 'nl']

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-at;Q=0.5', 'de'],
  ['nl-BE, fr;q=0.9, en;q=0.8', 'nl'],
  ['en;q=0.3, fr ; q = 0.9 , it;q=0.5', 'fr'],
  ['pt, ca;q=0.9, es;q=0.1', 'es'],
  // Equal wishes count in the order they are written in.
  ['it, es', 'it'],
  ['pt-BR, pt', null],
  ['*', null],
  ['', null],
  ['de;q=0', null],
  ['de;q=x', null],
  [',;;=,q=1', null],
  ['en'.repeat(10_000), null],
  [`${'pt,'.repeat(10_000)}de`, null],
])('of %s the site speaks %s', (header, language) => {
  expect(preferredLanguage(header, known)).toBe(language)
})
