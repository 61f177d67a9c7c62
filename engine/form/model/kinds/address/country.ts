import { countries, countryNames } from '#engine/form/values'
import type { Kind } from '../../kind.ts'

/** A country by its ISO code, out of a list in the order of the alphabet. */
export const country: Kind = {
  schema: () => ({ type: 'string', enum: countries }),
  options: countryNames,
  isCountry: true,
  ui: { 'ui:widget': 'select', 'ui:autocomplete': 'country', 'ui:options': { sorted: true } },
}
