import type { FormDefinition, HiddenDefinition } from '#schemas/generated/form.ts'
import type { ResolvedField } from './form.ts'
import { type FieldSchema, line } from './kind.ts'

/** The most characters that an address may bring, where the form sets no limit. */
const usualLength = 100

/** What a form takes from the address it is opened at, as fields that nobody is asked. */
export function hiddenFields({ hidden = {} }: FormDefinition): ResolvedField[] {
  return Object.entries(hidden).map(([id, field]) => ({
    id,
    place: { name: id },
    kind: 'hidden',
    schema: hiddenSchema(field),
    ui: {},
    words: { title: id },
    optional: true,
    from: { parameter: field.from, otherwise: field.default },
  }))
}

function hiddenSchema({ values, pattern, maxLength = usualLength, default: otherwise }: HiddenDefinition): FieldSchema {
  if (values) return { type: 'string', enum: [...new Set([...values, otherwise])] }
  return line(maxLength, pattern === undefined ? {} : { pattern })
}
