import { expect, test } from 'vitest'
import { type CheckedPage, countryIn, isElsewhere, sentOn } from './country-check.ts'

const english: CheckedPage = {
  locale: 'en',
  alternates: [
    { locale: 'en', path: '/privacy' },
    { locale: 'de', path: '/de/privacy' },
  ],
  guards: ['country', 'popup'],
  countries: { gb: 'en', uk: 'en', us: 'en', de: 'de', at: 'de', fr: 'fr' },
}
const german: CheckedPage = { ...english, locale: 'de' }
const skipping: CheckedPage = { ...english, guards: ['popup'], countries: {} }
const fresh = { hasChosen: false, wasMoved: false }

test.each([
  [{ country: { iso_code: 'DE' }, registered_country: { iso_code: 'FR' } }, 'de'],
  [{ country: null, registered_country: { iso_code: 'FR' } }, 'fr'],
  [{ country: null, registered_country: null }, ''],
  [{}, ''],
])('the country of %o', (located, country) => {
  expect(countryIn(located)).toBe(country)
})

test.each<[string, CheckedPage, string | null, typeof fresh, { isOther: boolean; to: string | null }]>([
  ['of the page’s language', english, 'gb', fresh, { isOther: false, to: null }],
  ['that some call otherwise', english, 'uk', fresh, { isOther: false, to: null }],
  ['that shares it', english, 'us', fresh, { isOther: false, to: null }],
  ['of another language', english, 'de', fresh, { isOther: true, to: '/de/privacy' }],
  ['of another one', german, 'us', fresh, { isOther: true, to: '/privacy' }],
  ['that the site adds', english, 'at', fresh, { isOther: true, to: '/de/privacy' }],
  ['whose language was reached', german, 'de', { ...fresh, wasMoved: true }, { isOther: false, to: null }],
  ['without a page of its own', english, 'fr', fresh, { isOther: true, to: null }],
  ['that is not supported', english, 'pt', fresh, { isOther: false, to: null }],
  ['that is a word of JavaScript', english, 'constructor', fresh, { isOther: false, to: null }],
  ['that is unknown', english, '', fresh, { isOther: false, to: null }],
  ['that nobody asked for', english, null, fresh, { isOther: false, to: null }],
  ['on a page that does not ask', skipping, 'de', fresh, { isOther: false, to: null }],
  ['after a choice of language', english, 'de', { ...fresh, hasChosen: true }, { isOther: true, to: null }],
  ['a second time in a visit', english, 'de', { ...fresh, wasMoved: true }, { isOther: true, to: null }],
])('a visitor from a country %s', (_, page, country, visit, expected) => {
  expect({ isOther: isElsewhere(page, country), to: sentOn(page, country ?? '', visit) }).toEqual(expected)
})
