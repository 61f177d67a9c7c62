/**
 * Finds something out about a value once and keeps it as long as the value. Definitions are never changed, only read
 * anew, and the same file unchanged is the same value: so a reload costs what changed.
 */
export function oncePerValue<T>(): (value: object, key: string, find: () => T) => T {
  const known = new WeakMap<object, Map<string, T>>()
  return (value, key, find) => {
    const ofValue = known.get(value) ?? new Map<string, T>()
    const before = ofValue.get(key)
    if (before !== undefined) return before
    known.set(value, ofValue)
    const found = find()
    ofValue.set(key, found)
    return found
  }
}
