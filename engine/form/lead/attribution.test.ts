import { expect, test } from 'vitest'
import { attributionIn, carried } from './attribution.ts'

const parameters = ['click_id', 'utm_source']

test.each([
  ['?click_id=abc&utm_source=radio&utm_medium=x&other=y', { click_id: 'abc', utm_source: 'radio' }],
  ['?click_id=first&click_id=second', { click_id: 'first' }],
  ['?click_id=%20abc%20&utm_source=Fr%C3%BChling%20%26%20%3Cb%3E', { click_id: 'abc', utm_source: 'Frühling & <b>' }],
  [`?click_id=${'x'.repeat(200)}`, { click_id: 'x'.repeat(200) }],
  [`?click_id=${'x'.repeat(201)}`, {}],
  [`?click_id=${'x'.repeat(10_000)}&utm_source=mail`, { utm_source: 'mail' }],
  ['?click_id=a%0D%0ASet-Cookie:%20b', {}],
  ['?click_id=a%E2%80%A8b&utm_source=a%00b', {}],
  ['?click_id=a%E2%80%AEb', {}],
  ['?click_id=&utm_source=%20', {}],
  ['', {}],
])('of the address %s stays what it says and can be kept', (search, kept) => {
  expect(attributionIn(parameters, new URLSearchParams(search))).toEqual(kept)
})

test('what is carried along wins over a later address, and is as little trusted', () => {
  const later = new URLSearchParams('click_id=later&utm_source=later')
  expect(carried(parameters, [['from[click_id]', 'first']], later)).toEqual({ click_id: 'first' })
  expect(
    carried(
      parameters,
      [
        ['from[click_id]', 'a\nb'],
        ['from[made-up]', 'x'],
      ],
      later,
    ),
  ).toEqual({})
  expect(carried(parameters, [['root[name]', 'Ada']], later)).toEqual({ click_id: 'later', utm_source: 'later' })
})
