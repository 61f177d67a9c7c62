import type { PlacedField } from './compare-fields.ts'

/**
 * What fields that are gone are probably called now, by their former ids: the same name in or out of a group, or the
 * one newcomer of a step that lost one field. Either must take what the other took.
 */
export function likelyRenames(gone: readonly PlacedField[], fresh: readonly PlacedField[]): Map<string, string> {
  const renames = new Map<string, string>()
  const rename = (from: PlacedField, candidates: readonly PlacedField[]) => {
    const [to, ...others] = candidates.filter((other) => rulesOf(from) === rulesOf(other))
    if (to && others.length === 0) renames.set(from.field.id, to.field.id)
  }
  for (const field of gone) {
    const sameName = fresh.filter((other) => nameOf(other) === nameOf(field))
    const leaving = gone.filter(({ step }) => step.id === field.step.id)
    const coming = fresh.filter(({ step }) => step.id === field.step.id)
    rename(field, sameName.length > 0 || leaving.length > 1 || coming.length > 1 ? sameName : coming)
  }
  return renames
}

/** coBorrower.income is called income. */
function nameOf({ field }: PlacedField): string {
  return field.id.split('.').at(-1) ?? ''
}

function rulesOf({ field: { schema, bounds, formatBy } }: PlacedField): string {
  return JSON.stringify([schema, bounds, formatBy])
}
