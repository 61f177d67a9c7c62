import { type Kind, line } from '../../kind.ts'

/** With letters and fractions, as they stand at the door: 12, 12a, 12 1/2. */
export const houseNumber: Kind = {
  schema: () => line(12),
  ui: { 'ui:autocomplete': 'address-line2', 'ui:options': { width: 'short' } },
}
