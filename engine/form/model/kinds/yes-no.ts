import type { Kind } from '../kind.ts'

export const yesNo: Kind = {
  schema: () => ({ type: 'boolean', enum: [true, false] }),
  ui: { 'ui:widget': 'radio', 'ui:options': { inline: true } },
}
