import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forLocale, translate } from './resolve.ts'

test('words replace words, and nothing else', () => {
  const definition = { title: 'Home', steps: { a: { title: 'A', when: { x: 'y' } } } }
  expect(
    translate(definition, { title: 'Haus', steps: { a: { title: 'Ä', hint: 'neu' }, b: { title: 'B' } } }),
  ).toEqual({
    title: 'Haus',
    steps: { a: { title: 'Ä', when: { x: 'y' } } },
  })
})

test('a translation never changes the shape of a definition', () => {
  const shape = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? '' : inner)))
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (definition, words) => {
      expect(shape(translate(definition, words))).toEqual(shape(definition))
    }),
  )
})

test('several that follow the same entry keep their order, and chains are followed', () => {
  const entries = { a: {}, d: { after: 'c' }, b: { after: 'a' }, c: { after: 'a' }, e: {} }
  expect(Object.keys(forLocale(entries, 'en'))).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('entries that only follow each other are kept', () => {
  expect(Object.keys(forLocale({ a: {}, b: { after: 'c' }, c: { after: 'b' } }, 'en'))).toEqual(['a', 'b', 'c'])
})
