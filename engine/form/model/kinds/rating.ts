import type { Kind } from '../kind.ts'

/** One to five, in words: people read stars differently. */
export const rating: Kind = {
  schema: () => ({ type: 'integer', enum: [5, 4, 3, 2, 1] }),
  ui: { 'ui:widget': 'radio' },
}
