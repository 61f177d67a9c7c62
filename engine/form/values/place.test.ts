import { expect, test } from 'vitest'
import { isPlace, isPostalCode } from './formats.ts'

test.each([
  ['London', 'GB'],
  ['SW1A 1AA', 'GB'],
  ['sw1a', 'GB'],
  ['B1', 'GB'],
  ['10115 Berlin', 'DE'],
  ['Berlin, 10115', 'DE'],
  ['Au', 'DE'],
  ['L’Haÿ-les-Roses', 'FR'],
  ['St. Gallen', 'CH'],
  ['’s-Hertogenbosch', 'NL'],
  ['1012AB Amsterdam', 'NL'],
  ['28013', 'ES'],
])('%s is a town or a postal code of %s', (text, country) => {
  expect(isPlace(text, country)).toBe(true)
})

test.each([
  ['qq99', 'GB'],
  ['12345', 'GB'],
  ['99', 'DE'],
  ['00000', 'DE'],
  ['99013', 'ES'],
  ['SW1A 1AA', 'FR'],
  ['x', 'GB'],
  ['--', 'GB'],
  ['', 'GB'],
])('%s is neither in %s', (text, country) => {
  expect(isPlace(text, country)).toBe(false)
})

test.each([
  ['QQ9 9QQ', 'GB', false],
  ['M1 1AE', 'GB', true],
  ['EC1A 1BB', 'GB', true],
  ['00123', 'FR', false],
  ['99123', 'IT', false],
  ['0123', 'BE', false],
])('%s as a postal code of %s: %s', (text, country, isRight) => {
  expect(isPostalCode(text, country)).toBe(isRight)
})
