import { type Kind, line } from '../../kind.ts'

export const street: Kind = { schema: () => line(120), ui: { 'ui:autocomplete': 'address-line1' } }
