import { expect, test } from 'vitest'
import { formatNamed } from '../../model/country-formats.ts'

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
  ['phone-GB', '07700 900123', true],
  ['phone-GB', '07701 900123', true],
  ['phone-GB', '01632 960999', true],
  ['phone-GB', '01632 961000', false],
  ['phone-DE', '0176 04069012', true],
  ['phone-DE', '(0)171 39200 00', true],
  ['phone-FR', '06 39 98 12 34', true],
  ['phone-ES', '+44 20 7946 0999', true],
  ['phone-GB', '12', false],
  ['phone-GB', 'call 020 7946 0018 please', false],
  ['iban', 'DE89 3704 0044 0532 0130 00', true],
  ['iban', 'es9121000418450200051332', true],
  ['iban', 'NL91ABNA0417164300', true],
  ['iban', 'DE89 3704 0044 0532 0130 01', false],
  ['iban', 'DE89 3704 0044 0532 0130', false],
  ['iban', 'XX89370400440532013000', false],
  ['postal-code-DE', '20095', true],
  ['postal-code-DE', '2009', false],
  ['postal-code-NL', '1012 ab', true],
  ['postal-code-NL', '0012 AB', false],
  ['postal-code-GB', 'SW1A 1AA', true],
  ['postal-code-GB', '12345', false],
  ['postal-code-ES', '53001', false],
  ['postal-code-SE', '113 46', true],
])('%s: %j is %s', (name, text, valid) => {
  expect(formatNamed(name)?.(text)).toBe(valid)
})

test('a format that does not exist is none, rather than one that accepts everything', () => {
  expect(formatNamed('telephone')).toBeNull()
})
