import type { Catalog } from '#engine/catalog/catalog.ts'
import { type LocatedProblem, loadCatalog } from './load.ts'
import type { Folders } from './read-sources.ts'
import { SourceCache } from './source-cache.ts'
import { watchFolders } from './watch.ts'

/** A change that was not taken over. Times are milliseconds since the epoch. */
export interface Refusal {
  since: number
  problems: readonly LocatedProblem[]
}

/** The catalog as the folders have it, or as they last had it without a problem. */
export interface LiveCatalog {
  current: () => Catalog
  loadedAt: () => number
  /** Why the folders' present state is not live; null when it is. */
  refused: () => Refusal | null
  /** Watches the folders from now on, and tells what becomes of each change after `quiet` ms without another. */
  follow: (events: CatalogEvents, quiet?: number) => void
  /** Watches no more, and resolves when a load under way has ended. */
  close: () => Promise<void>
}

interface CatalogEvents {
  /** A change went live: the catalog after it and the one before. */
  onLive: (catalog: Catalog, before: Catalog) => void
  onRefused: (refusal: Refusal) => void
}

/** Follows the folders from a first catalog on: a good change goes live as a whole, a bad one not at all. */
export function liveCatalog(folders: Folders, first: Catalog, now: () => number): LiveCatalog {
  let current = first
  let loadedAt = now()
  let refusal: Refusal | null = null
  let loading = Promise.resolve()
  let watcher = { close: () => {} }
  const cache = new SourceCache()

  async function load({ onLive, onRefused }: CatalogEvents): Promise<void> {
    const loaded = await loadCatalog(folders, cache)
    if (!loaded.ok) {
      refusal = { since: refusal?.since ?? now(), problems: loaded.problems }
      onRefused(refusal)
      return
    }
    refusal = null
    if (loaded.catalog.hash === current.hash) return
    const before = current
    current = loaded.catalog
    loadedAt = now()
    onLive(current, before)
  }

  return {
    current: () => current,
    loadedAt: () => loadedAt,
    refused: () => refusal,
    follow(events, quiet) {
      const reload = () => {
        // One after the other, so that an older state never overtakes a newer one.
        loading = loading.then(() => load(events))
      }
      watcher = watchFolders([folders.definitions, folders.locales], reload, quiet)
    },
    async close() {
      watcher.close()
      await loading
    },
  }
}
