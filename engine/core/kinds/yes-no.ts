import type { Kind } from '../definition/kind.ts'

export const yesNo: Kind = {
  schema: () => ({ type: 'boolean', enum: [true, false] }),
  ui: { 'ui:widget': 'radio', 'ui:options': { inline: true } },
}
