import { type Kind, line } from '../../definition/kind.ts'

export const givenName: Kind = { schema: () => line(80), ui: { 'ui:autocomplete': 'given-name' } }
