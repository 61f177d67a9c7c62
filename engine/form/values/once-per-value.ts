/**
 * Finds something out about a value once and keeps it as long as the value. Definitions are never changed, only read
 * anew, and the same file unchanged is the same value: so a reload costs what changed.
 */
export function oncePerValue<T>(): (value: object, key: string, find: () => T) => T {
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
