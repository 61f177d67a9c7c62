import { type Kind, line } from '../../kind.ts'

export const familyName: Kind = { schema: () => line(80), ui: { 'ui:autocomplete': 'family-name' } }
