import { expect, test } from 'vitest'
import { formatNamed } from './formats.ts'

test.each([
  ['email', 'ada@example.com', true],
  ['email', 'ada.lovelace+quotes@mail.example.co.uk', true],
  ['email', 'ada@localhost', false],
  ['email', 'ada@exam ple.com', false],
  ['email', 'ada@example.com\r\nBcc: all@example.com', false],
  ['email', '@example.com', false],
  ['phone-DE', '0151 23456789', true],
  ['phone-DE', '+34 612 34 56 78', true],
  ['phone-GB', '020 7946 0018', true],
  ['phone-GB', '12', false],
  ['phone-GB', 'call 020 7946 0018 please', false],
])('%s: %j is %s', (name, text, valid) => {
  expect(formatNamed(name)?.(text)).toBe(valid)
})

test('a format that does not exist is none, rather than one that accepts everything', () => {
  expect(formatNamed('telephone')).toBeNull()
})
