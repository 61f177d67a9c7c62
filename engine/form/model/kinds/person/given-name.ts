import { type Kind, line } from '../../kind.ts'

export const givenName: Kind = { schema: () => line(80), ui: { 'ui:autocomplete': 'given-name' } }
