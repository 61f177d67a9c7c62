import type { Kind } from '../kind.ts'

/** Several lines: of the control characters only tab and line ends are text. */
export const longText: Kind = {
  schema: () => ({
    type: 'string',
    maxLength: 2000,
    pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
  }),
  ui: { 'ui:widget': 'textarea' },
}
