import { internationalPhone } from '#engine/form/values'
import { type Kind, line } from '../../kind.ts'

/** A number of any country; without a country code it is one of the market's. Stored as E.164. */
export const phone: Kind = {
  schema: (market) => line(40, { format: `phone-${market.phoneRegion ?? market.country}` }),
  format: {
    name: 'phone',
    byCountry: true,
    isRight: (text, country) => internationalPhone(text, country) !== null,
    // Stored in one way wherever it is from.
    words: () => 'a phone number',
    samples: ['+442079460018'],
    beyond: 'the rules of each country for its numbers',
  },
  ui: { 'ui:autocomplete': 'tel', 'ui:options': { inputType: 'tel' } },
  store: (answer, market) => internationalPhone(String(answer), market.phoneRegion ?? market.country) ?? answer,
  isContact: true,
}
