import type { Entry, Library } from './source.ts'

type Part = keyof Library

/** What was read of a library: single entries by key, or a part as a whole. */
type Reads = Map<Part, { whole: unknown } | { entries: Map<string, Entry<unknown> | undefined> }>

/**
 * Finds something out about a definition once, and again when the definition or anything that was read of the library
 * on the way is another: so a reload looks again only at what a change can concern.
 */
export function memoizeByRead<T>(): (about: object, key: string, library: Library, find: (of: Library) => T) => T {
  const known = new WeakMap<object, { key: string; reads: Reads; found: T }>()
  return (about, key, library, find) => {
    const before = known.get(about)
    if (before?.key === key && isAsRead(before.reads, library)) return before.found
    const reads: Reads = new Map()
    const found = find(recorded(library, reads))
    known.set(about, { key, reads, found })
    return found
  }
}

function isAsRead(reads: Reads, library: Library): boolean {
  return [...reads].every(([part, read]) => {
    const now = library[part]
    if ('whole' in read) return isSame(read.whole, now)
    return [...read.entries].every(([id, entry]) => isSameEntry(entry, (now as Entries).get(id)))
  })
}

type Entries = ReadonlyMap<string, Entry<unknown>>

/** Each reload makes new parts; their values stay the same objects as long as their files do. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (one instanceof Set && other instanceof Set)
    return one.size === other.size && [...one].every((each) => other.has(each))
  if (!(one instanceof Map && other instanceof Map)) return isSameEntry(one as Entry<unknown>, other as Entry<unknown>)
  // Hundreds of findings have read the same part.
  const last = compared.get(one)
  const same = last?.other === other ? last.same : isSameMap(one, other)
  compared.set(one, { other, same })
  return same
}

/** What a part of a library was last compared with: neither is ever changed. */
const compared = new WeakMap<object, { other: object; same: boolean }>()

function isSameMap(one: Entries, other: Entries): boolean {
  if (one.size !== other.size) return false
  // What depends on order stays as it was too.
  const others = other.entries()
  return [...one].every(([id, entry]) => {
    const [otherId, otherEntry] = others.next().value as [string, Entry<unknown>]
    return id === otherId && isSameEntry(entry, otherEntry)
  })
}

/** The blocks of a page follow from its value and its own file. */
function isSameEntry(one: Entry<unknown> | undefined, other: Entry<unknown> | undefined): boolean {
  if (one === other) return true
  const keys = ['value', 'own', 'file', 'area', 'variantOf'] as const
  return one !== undefined && other !== undefined && keys.every((key) => one[key] === other[key])
}

/** The same library, which writes down what is read of it. */
function recorded(library: Library, reads: Reads): Library {
  const made = new Map<string | symbol, unknown>()
  return new Proxy(library, {
    get(_, part) {
      if (!made.has(part)) made.set(part, partRead(part as Part))
      return made.get(part)
    },
  })

  function partRead(part: Part): unknown {
    const all: unknown = library[part]
    if (!(all instanceof Map)) {
      reads.set(part, { whole: all })
      return all
    }
    return new Proxy(all, {
      get(_, method) {
        if (method === 'get') return (id: string) => entryRead(part, all, id)
        if (method === 'has') return (id: string) => entryRead(part, all, id) !== undefined
        reads.set(part, { whole: all })
        const found = Reflect.get(all, method, all)
        return typeof found === 'function' ? found.bind(all) : found
      },
    })
  }

  function entryRead(part: Part, all: Entries, id: string): Entry<unknown> | undefined {
    const entry = all.get(id)
    const read = reads.get(part)
    if (!read) reads.set(part, { entries: new Map([[id, entry]]) })
    else if ('entries' in read) read.entries.set(id, entry)
    return entry
  }
}
