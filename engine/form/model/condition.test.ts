import { expect, test } from 'vitest'
import type { When } from '#schemas/generated/form.ts'
import { fieldsRead, holds } from './answers.ts'

const answers = { pet: 'dog', age: 7, tricks: ['sit', 'roll'], insured: false, area: 'sw1a 1AA' }

test.each<[string, When | undefined, boolean]>([
  ['no condition', undefined, true],
  ['the value', { pet: 'dog' }, true],
  ['another value', { pet: 'cat' }, false],
  ['one of a list', { pet: ['cat', 'dog'] }, true],
  ['all of an object', { pet: 'dog', age: 8 }, false],
  ['any of a list of objects', [{ pet: 'cat' }, { age: 7 }], true],
  ['false as a value', { insured: false }, true],
  ['a value among those chosen', { tricks: 'roll' }, true],
  ['a range', { age: { minimum: 7, exclusiveMaximum: 8 } }, true],
  ['outside a range', { age: { exclusiveMinimum: 7 } }, false],
  ['an enum', { age: { enum: [1, 7] } }, true],
  ['contains', { tricks: { contains: { enum: ['beg', 'sit'] } } }, true],
  ['contains what was not chosen', { tricks: { contains: { const: 'beg' } } }, false],
  ['not', { pet: { not: { const: 'cat' } } }, true],
  ['a beginning', { area: { startsWith: ['10', 'SW1'] } }, true],
  ['a beginning written otherwise', { area: { startsWith: ['S-W 1a1'] } }, true],
  ['another beginning', { area: { startsWith: ['1A', 'W1'] } }, false],
  ['not a beginning', { area: { not: { startsWith: ['SW'] } } }, false],
  ['a beginning of what is no text', { age: { startsWith: ['7'] } }, false],
  ['unanswered, with a beginning', { name: { not: { startsWith: ['R'] } } }, false],
  ['unanswered', { name: 'Rex' }, false],
  ['unanswered, even with not', { name: { not: { const: 'Rex' } } }, false],
  ['a name of Object.prototype', { constructor: { not: { const: 'x' } } } as When, false],
])('%s', (_, when, expected) => {
  expect(holds(when, answers)).toBe(expected)
})

test('the fields a condition reads, each once', () => {
  expect(fieldsRead([{ pet: 'dog', age: 7 }, { pet: 'cat' }])).toEqual(['pet', 'age'])
  expect(fieldsRead(undefined)).toEqual([])
})
