import { type Kind, line } from '../../definition/kind.ts'

/** A postal code of the market's country, written as people there write it. */
export const postalCode: Kind = {
  schema: (market) => line(12, { format: `postal-code-${market.country}` }),
  ui: { 'ui:autocomplete': 'postal-code', 'ui:options': { width: 'short' } },
  store: (answer) => String(answer).toUpperCase().trim(),
}
