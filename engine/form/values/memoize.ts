/**
 * Finds something out about a value once and keeps it as long as the value. Definitions are never changed, only read
 * anew, and the same file unchanged is the same value: so a reload costs what changed.
 */
export function memoizeByObject<T>(): (value: object, key: string, find: () => T) => T {
  // Most values have one key, and thousands of maps of one entry would be much of the memory.
  const known = new WeakMap<object, { key: string; found: T } | Map<string, T>>()
  return (value, key, find) => {
    const before = known.get(value)
    const found = before instanceof Map ? before.get(key) : before?.key === key ? before.found : undefined
    if (found !== undefined) return found
    const made = find()
    const kept = known.get(value)
    if (kept instanceof Map) kept.set(key, made)
    else if (kept && kept.key !== key) known.set(value, new Map([[kept.key, kept.found]]).set(key, made))
    else known.set(value, { key, found: made })
    return made
  }
}

/**
 * Makes something of a value and of others, and keeps it as long as the value is there and the others are the same
 * objects: what is made of unchanged files stays the same object too.
 */
export function memoizeByInput<T>(): (value: object, others: readonly unknown[], make: () => T) => T {
  const known = new WeakMap<object, { others: readonly unknown[]; made: T }>()
  return (value, others, make) => {
    const before = known.get(value)
    const isSame = before?.others.length === others.length && others.every((each, at) => each === before.others[at])
    if (before && isSame) return before.made
    const made = make()
    known.set(value, { others, made })
    return made
  }
}
