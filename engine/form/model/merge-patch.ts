/** A JSON value that has keys. */
export type Tree = Readonly<Record<string, unknown>>

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

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
