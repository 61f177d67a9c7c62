import type { FormDefinition, StepDefinition } from '#schemas/generated/form.ts'
import { isTree } from './answers.ts'

/**
 * Merge patch of RFC 7396: objects merge key by key, null removes, anything else replaces.
 * Neither argument is changed. New keys are appended, so the order of the target stays.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isTree(patch)) return patch
  const merged: Record<string, unknown> = isTree(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = mergePatch(Object.hasOwn(merged, key) ? merged[key] : undefined, value)
  }
  return merged
}

/** As much of a patch on a form as matters here. */
interface Patch {
  steps?: Readonly<Record<string, { fields?: Readonly<Record<string, unknown>> | null } | null>> | null
}

/**
 * A patched form that still says which fields the patch takes out of groups. A merge forgets them, because a group's
 * fields stand in another file and come in later.
 */
export function withRemovals<T extends Partial<FormDefinition>>(patched: T, patch: Patch): T {
  if (!patched.steps) return patched
  const steps = Object.entries(patched.steps).map(([id, step]): [string, StepDefinition] => {
    const removed = Object.entries(patch.steps?.[id]?.fields ?? {}).filter(([, field]) => field === null)
    const isNeeded = step.use !== undefined && removed.length > 0
    return [
      id,
      isNeeded ? ({ ...step, fields: { ...step.fields, ...Object.fromEntries(removed) } } as StepDefinition) : step,
    ]
  })
  return { ...patched, steps: Object.fromEntries(steps) }
}
