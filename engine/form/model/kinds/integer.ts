import type { Kind } from '../kind.ts'

/** A whole number, zero or more unless the field says otherwise. */
export const integer: Kind = {
  schema: () => ({ type: 'integer', minimum: 0 }),
  ui: { 'ui:options': { inputMode: 'numeric', width: 'short' } },
}
