import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/** After this many ms a change counts even if more keep coming. */
const patience = 1000

/**
 * Calls back once after every burst of changes anywhere below the folders. Each folder is watched by itself: Node's
 * recursive watch on Linux loses a file that another was renamed onto, which is how many editors save.
 * @param quiet how long folders must be quiet before a change counts, in ms: editors write a file in several steps
 */
export function watchFolders(folders: readonly string[], onChange: () => void, quiet = 100): { close: () => void } {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let waitingSince = 0

  function changed(): void {
    const now = performance.now()
    if (timer === undefined) waitingSince = now
    clearTimeout(timer)
    timer = setTimeout(settle, Math.max(0, Math.min(quiet, waitingSince + patience - now)))
  }

  function settle(): void {
    timer = undefined
    watchAll()
    onChange()
  }

  /** Watches the folders there are now, and lets go of those that are gone. */
  function watchAll(): void {
    const present = new Set(folders.flatMap(withSubfolders))
    for (const [folder, watcher] of watchers) {
      if (present.has(folder)) continue
      watcher.close()
      watchers.delete(folder)
    }
    for (const folder of present) {
      if (!watchers.has(folder)) watchers.set(folder, watch(folder, changed).on('error', changed))
    }
  }

  watchAll()
  return {
    close() {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

/** A folder and every folder below it; nothing where there is none. */
function withSubfolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
    return [
      folder,
      ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
    ]
  } catch {
    return []
  }
}
