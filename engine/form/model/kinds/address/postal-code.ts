import { isPostalCode, postalCodePattern } from '#engine/form/values'
import { type Kind, line } from '../../kind.ts'

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
  store: (answer) => String(answer).toUpperCase().trim(),
}
