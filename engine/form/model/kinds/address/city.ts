import { type Kind, line } from '../../kind.ts'

export const city: Kind = { schema: () => line(80, { minLength: 2 }), ui: { 'ui:autocomplete': 'address-level2' } }
