import type { ResolvedField } from '#engine/form/model'

const keywords = [
  ...['enum', 'const', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems'],
]

/** The codes of the mistakes that an answer to a field can have. */
export function mistakesOf({ schema, bounds, limits = [], formatBy, optional, kind }: ResolvedField): string[] {
  if (kind === 'count' || kind === 'hidden' || kind === 'computed') return []
  const codes = [
    ...(optional ? [] : ['required']),
    ...(schema.type === 'integer' || schema.type === 'number' ? ['type'] : []),
    ...keywords.filter((keyword) => schema[keyword] !== undefined),
    ...(formatBy ? ['format'] : []),
    ...(schema.not ? ['exclusive'] : []),
    ...Object.keys(bounds ?? {}),
    ...limits.map(({ code }) => code),
  ]
  return [...new Set(codes)]
}
