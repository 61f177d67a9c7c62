import { type Kind, line } from '../../kind.ts'

/** Either is accepted, so only an impossibly short answer is refused. */
export const postalCodeOrCity: Kind = {
  schema: () => line(80, { minLength: 2 }),
  ui: { 'ui:autocomplete': 'postal-code' },
}
