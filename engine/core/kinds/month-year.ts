import type { Kind } from '../definition/kind.ts'

/** A month of a year, for what nobody remembers to the day. */
export const monthYear: Kind = {
  schema: () => ({ type: 'string', format: 'month' }),
  ui: { 'ui:widget': 'month-year' },
}
