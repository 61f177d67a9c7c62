import { countries, countryNames, isPlace, isPostalCode, placePattern, postalCodePattern } from '#engine/form/values'
import { type Kind, line } from '../kind.ts'

export const street: Kind = { schema: () => line(120), ui: { 'ui:autocomplete': 'address-line1' }, partOf: 'address' }

/** Either is accepted; what has digits is to be a postal code of the market's country. */
export const postalCodeOrCity: Kind = {
  schema: (market) => line(80, { format: `place-${market.country}` }),
  format: {
    name: 'place',
    byCountry: true,
    isRight: isPlace,
    words: (country) => `a town, or a postal code of ${country}`,
    samples: ['Montreux'],
    standard: (country) => ({ pattern: `^\\s*(?:${placePattern(country)})\\s*$` }),
  },
  ui: { 'ui:autocomplete': 'postal-code' },
  partOf: 'address',
}

/** With letters and fractions, as they stand at the door: 12, 12a, 12 1/2. */
export const houseNumber: Kind = {
  schema: () => line(12),
  ui: { 'ui:autocomplete': 'address-line2', 'ui:options': { width: 'short' } },
  partOf: 'address',
}

/** A country by its ISO code, out of a list in the order of the alphabet. */
export const country: Kind = {
  schema: () => ({ type: 'string', enum: countries }),
  options: countryNames,
  isCountry: true,
  ui: { 'ui:widget': 'select', 'ui:autocomplete': 'country', 'ui:options': { sorted: true } },
  partOf: 'address',
}

export const city: Kind = {
  schema: () => line(80, { minLength: 2 }),
  ui: { 'ui:autocomplete': 'address-level2' },
  partOf: 'address',
}

/** A postal code of the market's country, written as people there write it. */
export const postalCode: Kind = {
  schema: (market) => line(12, { format: `postal-code-${market.country}` }),
  format: {
    name: 'postal-code',
    byCountry: true,
    isRight: isPostalCode,
    words: (country) => `a postal code of ${country}`,
    samples: ['12345', '1234', 'SW1A 1AA', '1234 AB', 'A65 F4E2', '1234-567'],
    standard: (country) => ({ pattern: `^\\s*(?:${postalCodePattern(country)})\\s*$` }),
  },
  ui: { 'ui:autocomplete': 'postal-code', 'ui:options': { width: 'short' } },
  partOf: 'address',
  store: (answer) => String(answer).toUpperCase().trim(),
}
