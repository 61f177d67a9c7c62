/** No valid answer is this deep: what lies below is pruned with its question, so it need not tell two bodies apart. */
const deepest = 32

/** JSON with its keys in order, so that equal values are equal text. Nesting deeper than any stack does no harm. */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value, deepest))
}

function ordered(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((inner) => ordered(inner, levels - 1))
  const object = value as Record<string, unknown>
  const inOrder: Record<string, unknown> = {}
  for (const key of Object.keys(object).sort()) inOrder[key] = ordered(object[key], levels - 1)
  return inOrder
}
