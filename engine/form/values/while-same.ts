/**
 * Makes something of a value and of others, and keeps it as long as the value is there and the others are the same
 * objects: what is made of unchanged files stays the same object too.
 */
export function whileSame<T>(): (value: object, others: readonly unknown[], make: () => T) => T {
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
