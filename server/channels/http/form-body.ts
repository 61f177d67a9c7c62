import { isTree } from '#engine/form/model'

/**
 * A value as HTML forms are sent (application/x-www-form-urlencoded). What stands within is named in brackets, as PHP
 * and most frameworks read it: person[name], extras[] for each of a list, and drivers[0][name] for a list of objects.
 */
export function formBody(data: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(Object.entries(data).flatMap(([name, value]) => pairs(name, value))).toString()
}

function pairs(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value))
    return value.flatMap((each, at) => pairs(typeof each === 'object' ? `${name}[${at}]` : `${name}[]`, each))
  if (isTree(value)) return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner))
  return [[name, String(value)]]
}
