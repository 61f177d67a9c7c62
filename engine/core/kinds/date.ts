import type { Kind } from '../definition/kind.ts'

/** A day, asked as three numbers: no calendar to page through for a date one knows. */
export const date: Kind = {
  schema: () => ({ type: 'string', format: 'day' }),
  ui: { 'ui:widget': 'date' },
}
