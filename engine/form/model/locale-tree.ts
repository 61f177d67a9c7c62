import { isTree, type Tree } from './merge-patch.ts'

/**
 * A definition with its words in another language. Only texts that the definition has are replaced:
 * a translation can change nothing but words, and bring nothing back that was taken out.
 */
export function translate<T>(definition: T, words: unknown): T {
  if (typeof definition === 'string') return (typeof words === 'string' ? words : definition) as T
  if (!isTree(definition) || !isTree(words)) return definition
  const entries = Object.entries(definition).map(([key, value]) => [
    key,
    Object.hasOwn(words, key) ? translate(value, words[key]) : value,
  ])
  return Object.fromEntries(entries) as T
}

/** A definition without the entries whose `locales` leave the language out, each list in the order `after` asks for. */
export function forLocale<T>(definition: T, locale: string): T {
  if (!isTree(definition)) return definition
  const kept = Object.entries(definition).filter(([, value]) => isOffered(value, locale))
  return Object.fromEntries(placed(kept).map(([key, value]) => [key, forLocale(value, locale)])) as T
}

function isOffered(entry: unknown, locale: string): boolean {
  return !isTree(entry) || !Array.isArray(entry.locales) || entry.locales.includes(locale)
}

/** Moves each entry with `after` behind the one it names; an entry that follows nothing here stays where it is. */
function placed(entries: [string, unknown][]): [string, unknown][] {
  const ordered: [string, unknown][] = []
  const followers = entries.filter(([id, value]) => follows(value, entries, id))
  for (const entry of entries) {
    if (!followers.includes(entry)) ordered.push(entry)
  }
  // From the last to the first, so that several that follow the same entry keep their order.
  for (let waiting = followers.reverse(); waiting.length > 0; ) {
    const stuck = waiting.filter(([id, value]) => {
      const at = ordered.findIndex(([other]) => other === (value as Tree).after)
      if (at !== -1) ordered.splice(at + 1, 0, [id, value])
      return at === -1
    })
    // Entries that only follow each other have no place; they go to the end, and the check refuses them.
    if (stuck.length === waiting.length) return [...ordered, ...stuck.reverse()]
    waiting = stuck
  }
  return ordered
}

function follows(value: unknown, entries: readonly [string, unknown][], id: string): boolean {
  return (
    isTree(value) &&
    typeof value.after === 'string' &&
    value.after !== id &&
    entries.some(([other]) => other === value.after)
  )
}
