import { type Kind, line } from '../../definition/kind.ts'

export const familyName: Kind = { schema: () => line(80), ui: { 'ui:autocomplete': 'family-name' } }
