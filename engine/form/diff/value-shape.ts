import { formatOf, type ResolvedField } from '#engine/form/model'

/** What an answer is for who reads it in a lead or keeps it in a draft. */
export interface ValueShape {
  /** What it is in JSON. */
  base: 'text' | 'whole number' | 'number' | 'yes or no' | 'list'
  /** The same for people, with its format: “a day”. Equal words are equal shapes. */
  words: string
  /** All values there are, where they are listed. */
  options: readonly string[] | null
}

/** The types of JSON in a sentence. */
export const baseWords: Readonly<Record<ValueShape['base'], string>> = {
  text: 'text',
  'whole number': 'a whole number',
  number: 'a number',
  'yes or no': 'yes or no',
  list: 'a list',
}

/** The shape of a field's answers. */
export function valueShape(field: ResolvedField): ValueShape {
  const { schema, kind, listed } = field
  const each = (schema.items as { enum?: unknown[] } | undefined)?.enum ?? schema.enum
  const options = Array.isArray(each) ? each.map(String) : null
  if (kind === 'count') return { base: 'list', words: 'a list of groups', options: null }
  if (listed)
    return { base: schema.type === 'array' ? 'list' : 'text', words: 'one of the options of a list', options: null }
  if (field.files) return { base: 'list', words: 'a list of files', options: null }
  if (schema.type === 'array') return { base: 'list', words: 'a list of its options', options }
  if (schema.type === 'boolean') return { base: 'yes or no', words: 'yes or no', options: ['true', 'false'] }
  const base = schema.type === 'integer' ? 'whole number' : schema.type === 'number' ? 'number' : 'text'
  if (options) return { base, words: base === 'text' ? 'one of its options' : 'one of its numbers', options }
  if (base !== 'text') return { base, words: `a ${base}`, options: null }
  return { base, words: textWords(field), options: null }
}

/** Whether who expects the one can take every value of the other: any text holds an e-mail address. */
export function fits(value: ValueShape, expected: ValueShape): boolean {
  if (value.words === expected.words) return true
  if (expected.words === 'text') return value.base === 'text'
  if (expected.words === 'a number') return value.base === 'whole number'
  return expected.words === 'a whole number' && value.base === 'whole number'
}

function textWords(field: ResolvedField): string {
  const { format, country = '' } = formatOf(field) ?? {}
  return format?.words(country) ?? 'text'
}
