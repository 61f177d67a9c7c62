import type { FieldKind } from '#schemas/generated/field-kind.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds/table.ts'

/** A field kind by its id; undefined for a field without, and for ids that no kind has. */
export function kindNamed(id: string | null): Kind | undefined {
  return id !== null && Object.hasOwn(kinds, id) ? kinds[id as FieldKind] : undefined
}
