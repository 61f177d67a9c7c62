import { expect, test } from 'vitest'
import { fieldId, fieldPlace, keysOf, templateId } from './answers.ts'

test.each([
  ['email', { name: 'email' }],
  ['coBorrower.email', { group: 'coBorrower', name: 'email' }],
  ['drivers.0.email', { group: 'drivers', item: 0, name: 'email' }],
  ['drivers.#.email', { group: 'drivers', item: 'each', name: 'email' }],
  // What clients make up names no field of ours, and is said back as it came.
  ['drivers.0', { group: 'drivers', name: '0' }],
  ['drivers.07.email', { group: 'drivers', name: '07.email' }],
  ['a.b.c.d', { group: 'a', name: 'b.c.d' }],
  ['.', { name: '.' }],
  ['', { name: '' }],
])('%s names a place, and the place is written so', (id, place) => {
  expect(fieldPlace(id)).toEqual(place)
  expect(fieldId(fieldPlace(id))).toBe(id)
})

test('an item’s field has a template, and the keys of a lead', () => {
  expect(['email', 'coBorrower.email', 'drivers.2.email'].map((id) => templateId(fieldPlace(id)))).toEqual([
    'email',
    'coBorrower.email',
    'drivers.#.email',
  ])
  expect(keysOf('drivers.2.email')).toEqual(['drivers', '2', 'email'])
})
