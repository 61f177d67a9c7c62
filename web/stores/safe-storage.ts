/** What of the browser's storages is used here. */
export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The same, where it is looked through. */
export type ListedStorage = SafeStorage & Pick<Storage, 'key' | 'length'>

/**
 * A storage of the browser that never throws: where it is forbidden (naming it throws then) or full, nothing is kept,
 * and nothing else is lost.
 */
export function safeStorage(kind: 'localStorage' | 'sessionStorage'): ListedStorage {
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(window[kind])
    } catch {
      return null
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key)),
    setItem: (key, value) => void attempt((storage) => storage.setItem(key, value)),
    removeItem: (key) => void attempt((storage) => storage.removeItem(key)),
    key: (index) => attempt((storage) => storage.key(index)),
    get length() {
      return attempt((storage) => storage.length) ?? 0
    },
  }
}
