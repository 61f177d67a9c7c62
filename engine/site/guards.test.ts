import { expect, test } from 'vitest'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { guardsOf } from './guards.ts'

const market = (country: string) => ({ country, currency: 'EUR', timeZone: 'Europe/Berlin' })
const site: SiteDefinition = {
  brand: 'sun',
  locales: { en: market('GB'), de: market('DE'), nl: market('BE'), fr: market('BE') },
}
const page = { locales: ['en'], path: '/', sections: {} } as unknown as PageDefinition
const countries = { gb: 'en', uk: 'en', us: 'en', de: 'de', be: 'nl' }

test('a page asks where its visitors are and may hold them, unless it or the site says otherwise', () => {
  expect(guardsOf(site, page)).toEqual({ guards: ['country', 'popup'], countries, gate: 'every' })
  expect(guardsOf(site, { ...page, gate: false })).toMatchObject({ guards: ['country'], countries })
  expect(guardsOf(site, { ...page, skipGeoRedirect: true })).toEqual({
    guards: ['popup'],
    countries: {},
    gate: 'every',
  })
  expect(guardsOf({ ...site, gate: 'visit' }, page).gate).toBe('visit')
  expect(guardsOf({ ...site, countryCheck: false }, page)).toEqual({ guards: ['popup'], countries: {}, gate: 'every' })
})

test('a site adds countries, and without English nobody gets it', () => {
  const added = guardsOf({ ...site, countries: { AT: 'de', US: 'de' } }, page)
  expect(added.countries).toEqual({ ...countries, at: 'de', us: 'de' })
  expect(guardsOf({ ...site, locales: { de: market('DE') } }, page).countries).toEqual({ de: 'de' })
})
