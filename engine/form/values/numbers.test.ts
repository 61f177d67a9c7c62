import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText, currencySign, numberText, readAmount, readNumber } from './numbers.ts'

test.each([
  ['en', '1,250.50', 1250.5],
  ['en', '1250.50', 1250.5],
  ['en', '1,250', 1250],
  ['en', '12,5', 12.5],
  ['de', '1.250,50', 1250.5],
  ['de', '1.250', 1250],
  ['de', '1.25', 1.25],
  ['de', '1250,5', 1250.5],
  ['fr', '1 250,50', 1250.5],
  ['fr', '1\u202f250', 1250],
  ['es', '1.250,50', 1250.5],
  ['it', '12.500', 12500],
  ['nl', '-3,5', -3.5],
  ['de', "1'250", 1250],
  ['en', '1.2.3', null],
  ['de', '1,250,500', null],
  ['en', '1e5', null],
  ['en', '€ 5', null],
  ['en', '', null],
])('in %s, %s is %s', (locale, text, value) => {
  expect(readNumber(text, locale)).toBe(value)
})

test.each([
  ['en', 'GBP', '£1200', 1200],
  ['en', 'GBP', '£ 1,200.50', 1200.5],
  ['en', 'GBP', '1200 gbp', 1200],
  ['en', 'GBP', '-£5', -5],
  ['de', 'EUR', '1200 €', 1200],
  ['de', 'EUR', '€ 1.200,50', 1200.5],
  ['de', 'EUR', '1.200,– EUR', 1200],
  ['nl', 'EUR', '€\u00a01200,-', 1200],
  ['fr', 'EUR', '1\u202f200\u00a0€', 1200],
  ['es', 'EUR', 'EUR1.200', 1200],
  ['en', 'EUR', 'EUR 1.200', 1200],
  ['en', 'EUR', '1.200.000,50 €', 1200000.5],
  ['en', 'GBP', '£1 200,50', 1200.5],
  ['fr', 'EUR', '1 200,50 €', 1200.5],
  ['fr', 'EUR', '1,200.50', 1200.5],
  ['de', 'EUR', '1,200', 1200],
  ['de', 'EUR', '0,125', 0.125],
  ['it', 'CHF', "CHF 1'200.–", 1200],
  ['de', 'EUR', '1.200.50', null],
  ['nl', 'EUR', '1.200,500.000', null],
  ['es', 'EUR', '1.20.000', null],
  ['en', 'GBP', '£ £1200', null],
  ['en', 'GBP', '1200 €', null],
  ['en', 'GBP', '£1200£', null],
  ['en', 'GBP', '£', null],
  ['de', 'EUR', '1.200,-5', null],
])('in %s with %s, %s is the amount %s', (locale, currency, text, value) => {
  expect(readAmount(text, locale, currency)).toBe(value)
})

test('an amount that is read back reads as itself', () => {
  const places = fc.constantFrom(
    ['en', 'GBP'],
    ['de', 'EUR'],
    ['fr', 'EUR'],
    ['nl', 'EUR'],
    ['es', 'USD'],
    ['it', 'CHF'],
  )
  fc.assert(
    fc.property(places, fc.integer({ min: -1e11, max: 1e11 }), ([locale = '', currency = ''], cents) => {
      const value = cents / 100
      expect(readAmount(amountText(value, locale, currency), locale, currency)).toBe(value)
    }),
  )
})

test('an amount reads the same in every language, with its sign or code before or behind', () => {
  const ways = fc.constantFrom(
    (text: string) => text,
    ...['EUR', '€', '€ '].flatMap((sign) => [(text: string) => sign + text, (text: string) => `${text} ${sign}`]),
  )
  const notations = fc.constantFrom('en', 'de', 'fr', 'it')
  const locales = fc.constantFrom('en', 'es', 'de', 'fr', 'it', 'nl')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e11 }), notations, locales, ways, (cents, notation, locale, write) => {
      const value = cents / 100
      expect(readAmount(write(amountText(value, notation, null)), locale, 'EUR')).toBe(value)
    }),
  )
})

test('a number that is shown reads as itself in every language', () => {
  const locales = fc.constantFrom('en', 'es', 'de', 'fr', 'it', 'nl')
  const numbers = fc.integer({ min: -1e12, max: 1e12 }).map((thousandths) => thousandths / 1000)
  fc.assert(
    fc.property(locales, numbers, (locale, value) => {
      expect(readNumber(numberText(value, locale), locale)).toBe(value)
    }),
  )
})

test('a currency stands where the language puts it', () => {
  expect(currencySign('GBP', 'en')).toEqual({ sign: '£', before: true })
  expect(currencySign('EUR', 'de')).toEqual({ sign: '€', before: false })
})

test.each([
  [12000, 'en', 'GBP', '£12,000'],
  [1250.5, 'en', 'GBP', '£1,250.50'],
  [12000, 'de', 'EUR', '12.000 €'],
  [2700, 'nl', null, '2.700'],
  [4.6, 'es', null, '4,6'],
])('%d is read in %s with %s as %s', (value, locale, currency, text) => {
  expect(amountText(value, locale, currency).replaceAll(/\s/g, ' ')).toBe(text)
})
