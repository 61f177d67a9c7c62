import { type ComponentType, memo, type ReactNode, useSyncExternalStore } from 'react'

// What browsers have in place of mobx and mobx-react-lite: stores whose fields are replaced and never changed within.

/** A field of a store. */
class Field {
  /** How many changes of all fields there were when this one changed last. */
  changed = 0
  readonly readers = new Set<() => void>()
}

let changes = 0

/** The fields that are read by whatever runs now; null while nothing is tracked. */
let read: Set<Field> | null = null

/** Runs something, and tells which fields it has read. */
function tracked<T>(run: () => T): { result: T; fields: Set<Field> } {
  const outer = read
  const fields = new Set<Field>()
  read = fields
  try {
    return { result: run(), fields }
  } finally {
    read = outer
  }
}

function follow(fields: ReadonlySet<Field>, tell: () => void): () => void {
  for (const { readers } of fields) readers.add(tell)
  return () => {
    for (const { readers } of fields) readers.delete(tell)
  }
}

/** From now on a change of the store's fields reaches those who read them. */
export function makeAutoObservable(store: object): void {
  for (const [name, first] of Object.entries(store)) {
    if (typeof first === 'function') continue
    const field = new Field()
    let value: unknown = first
    Object.defineProperty(store, name, {
      enumerable: true,
      get() {
        read?.add(field)
        return value
      },
      set(next: unknown) {
        if (Object.is(value, next)) return
        value = next
        changes += 1
        field.changed = changes
        for (const tell of [...field.readers]) tell()
      },
    })
  }
}

/** The content of a map is not observed. */
export const observable = { map: <K, V>(): Map<K, V> => new Map() }

/** Runs something now, and again when a field that it read is another. Returns what ends that. */
export function autorun(run: () => void): () => void {
  let end = () => {}
  const again = () => {
    end()
    end = follow(tracked(run).fields, again)
  }
  again()
  return () => end()
}

/** Until something is so. */
export function when(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = autorun(() => {
      if (isSo()) {
        resolve()
        queueMicrotask(() => end())
      }
    })
  })
}

/** A component that is drawn again when a field that it read is another. */
export function observer<P extends object>(component: (props: P) => ReactNode): ComponentType<P> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, as MobX's is
  return memo(function Observed(props: P) {
    const { result, fields } = tracked(() => component(props))
    // Higher with each change, whichever fields were read before: by the same number React would draw nothing.
    const latest = () => Math.max(0, ...[...fields].map(({ changed }) => changed))
    useSyncExternalStore((tell) => follow(fields, tell), latest, latest)
    return result
  }) as unknown as ComponentType<P>
}
