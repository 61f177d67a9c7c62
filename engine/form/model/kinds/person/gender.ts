import type { Kind } from '../../kind.ts'

export const gender: Kind = {
  schema: () => ({ type: 'string', enum: ['female', 'male', 'other'] }),
  ui: { 'ui:widget': 'radio', 'ui:autocomplete': 'sex' },
}
