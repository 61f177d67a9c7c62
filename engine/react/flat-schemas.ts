import type { SchemaUtilsType } from '@rjsf/utils'

type Asked = Pick<SchemaUtilsType, 'retrieveSchema' | 'isSelect' | 'getDisplayLabel'>

/** What rjsf's fields ask of a step's schema, which is flat: nothing in it refers to or depends on anything. */
const asked: Asked = {
  retrieveSchema: (schema) => schema,
  isSelect: ({ enum: values }) => Array.isArray(values),
  // Templates draw the label, always.
  getDisplayLabel: () => true,
}

export const flatSchemas = asked as SchemaUtilsType
