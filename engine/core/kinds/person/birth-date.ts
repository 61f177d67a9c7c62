import type { Kind } from '../../definition/kind.ts'

/** The birthday of an adult, unless the field's `latest` says otherwise. */
export const birthDate: Kind = {
  schema: () => ({ type: 'string', format: 'day' }),
  ui: { 'ui:widget': 'date', 'ui:autocomplete': 'bday' },
  bounds: { earliest: '-120y', latest: '-18y' },
}
