import { isTree } from '#engine/form/model'

/** What an object says, as text: its properties, and those within them under names with dots. A list of words is one text. */
export function properties(object: object): [string, string][] {
  return within('', object)
}

function within(prefix: string, value: unknown): [string, string][] {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return [[prefix, value.join('; ')]]
  if (isTree(value) || Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) => within(prefix === '' ? key : `${prefix}.${key}`, inner))
  return [[prefix, value === null || value === undefined ? '' : String(value)]]
}
