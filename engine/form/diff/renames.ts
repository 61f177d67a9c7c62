import type { StepField } from '../model/find-field.ts'

/**
 * What fields that are gone are probably called now, by their former ids: the same name in or out of a group, or the
 * one newcomer of a step that lost one field. Either must take what the other took.
 */
export function likelyRenames(gone: readonly StepField[], fresh: readonly StepField[]): Map<string, string> {
  const renames = new Map<string, string>()
  const rename = (from: StepField, candidates: readonly StepField[]) => {
    const [to, ...others] = candidates.filter((other) => rulesOf(from) === rulesOf(other))
    if (to && others.length === 0) renames.set(from.field.id, to.field.id)
  }
  for (const field of gone) {
    const sameName = fresh.filter((other) => other.field.place.name === field.field.place.name)
    const leaving = gone.filter(({ step }) => step.id === field.step.id)
    const coming = fresh.filter(({ step }) => step.id === field.step.id)
    rename(field, sameName.length > 0 || leaving.length > 1 || coming.length > 1 ? sameName : coming)
  }
  return renames
}

function rulesOf({ field: { schema, bounds, limits, formatBy } }: StepField): string {
  return JSON.stringify([schema, bounds, limits, formatBy])
}
