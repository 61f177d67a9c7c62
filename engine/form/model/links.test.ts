import { expect, test } from 'vitest'
import { plainWords, withTargets, wordParts } from './links.ts'

const text = 'I have read the [privacy policy](page:privacy) and the [terms](page:terms).'

test('words fall apart into text and links', () => {
  expect(wordParts(text)).toEqual([
    'I have read the ',
    { label: 'privacy policy', target: 'page:privacy' },
    ' and the ',
    { label: 'terms', target: 'page:terms' },
    '.',
  ])
  expect(wordParts('Plain [brackets] (and more)')).toEqual(['Plain [brackets] (and more)'])
})

test('plain words are what a visitor reads', () => {
  expect(plainWords(text)).toBe('I have read the privacy policy and the terms.')
})

test('targets are resolved wherever texts stand, and patterns are left alone', () => {
  const value = { a: [{ b: text }], pattern: '^[^a](b)?$', n: 1 }
  expect(withTargets(value, (target) => target.replace('page:', '/de/')).a[0]?.b).toContain('[terms](/de/terms)')
  expect(withTargets({ when: { pattern: '^[a-z](x)$' } }, () => '!')).toEqual({ when: { pattern: '^[a-z](!)$' } })
})
