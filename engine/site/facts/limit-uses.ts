import { isTree } from '#engine/form/model'
import type { Entry, WrittenField } from '#engine/library'
import type { FieldDefinition, FormDefinition } from '#schemas/generated/form.ts'
import { factsOfLimit, limitKeys } from './limits.ts'

/** A fact that stands where a number or a day would: in a limit of a field, or in a condition. */
export interface LimitUse {
  name: string
  /** Which limit, or `factor`. */
  key: string
  /** The field whose answers are compared with it; undefined where the condition names none that there is. */
  field: FieldDefinition | undefined
  isCondition: boolean
  file: string
  path: readonly string[]
}

/** @param fields those that are asked in the language at hand */
export function limitUses({ file, value }: Entry<FormDefinition>, fields: readonly WrittenField[]): LimitUse[] {
  const inFields = fields.flatMap((written) => [
    ...[...limitKeys].flatMap((limit) =>
      factsOfLimit(written.field[limit as keyof FieldDefinition], limit).map(({ path, ...fact }) => ({
        ...fact,
        ...{ field: written.field, isCondition: false, file: written.file, path: [...written.path, limit, ...path] },
      })),
    ),
    ...(['when', 'optional'] as const).flatMap((key) =>
      inCondition(written.field[key], fields, { file: written.file, path: [...written.path, key] }),
    ),
  ])
  return [...inFields, ...elsewhere(value, fields, { file, path: [] })]
}

type Place = Pick<LimitUse, 'file' | 'path'>

/** In the conditions of a form that are no field's: those of steps, and of ways to end. */
function elsewhere(tree: unknown, fields: readonly WrittenField[], { file, path }: Place): LimitUse[] {
  if (!isTree(tree)) return []
  return Object.entries(tree).flatMap(([key, value]) => {
    const at = { file, path: [...path, key] }
    if (key === 'fields' || key === 'localeRules') return []
    return key === 'when' ? inCondition(value, fields, at) : elsewhere(value, fields, at)
  })
}

function inCondition(when: unknown, fields: readonly WrittenField[], { file, path }: Place): LimitUse[] {
  if (Array.isArray(when))
    return when.flatMap((all, index) => inCondition(all, fields, { file, path: [...path, String(index)] }))
  if (!isTree(when)) return []
  return Object.entries(when).flatMap(([read, expected]) => {
    const field = (fields.find(({ id }) => id === read) ?? fields.find(({ place }) => place.name === read))?.field
    return inTest(expected, { field, isCondition: true, file, path: [...path, read] })
  })
}

function inTest(test: unknown, use: Omit<LimitUse, 'name' | 'key'>): LimitUse[] {
  if (!isTree(test)) return []
  return Object.entries(test).flatMap(([key, value]) => {
    const at = { ...use, path: [...use.path, key] }
    if (!limitKeys.has(key)) return inTest(value, at)
    return factsOfLimit(value, key).map(({ name, path }) => ({ ...at, name, key, path: [...at.path, ...path] }))
  })
}
