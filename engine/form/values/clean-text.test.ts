import { expect, test } from 'vitest'
import { readAnswers } from '../journey/form-data.ts'
import { flatAnswers } from '../lead/lead.ts'
import { resolved } from '../testing/forms.ts'
import { cleanText } from './clean-text.ts'

test('what nobody sees is no part of an answer, from a page and from the API', () => {
  const form = resolved({
    locales: ['en'],
    title: 'Name',
    steps: { name: { title: 'Name', fields: { name: { kind: 'given-name' } } } },
  })
  for (const text of ['\u200b\u200b', '\u202e', ' \ufeff ', '\u200d', '\u2800', '\u3164', '\u0007']) {
    expect(flatAnswers(form, { name: text }).answers).toEqual({})
    expect(readAnswers(form, [['root[name]', text]])).toEqual({})
  }
  expect(flatAnswers(form, { name: ' \u202eadA\u200b ' }).answers).toEqual({ name: 'adA' })
})

test('what names and emoji are written with stays', () => {
  for (const text of ['نیم‌فاصله', '👩‍👩‍👧', 'Żółć', 'O’Brien', 'א‎b']) expect(cleanText(text)).toBe(text)
})
