import { type FSWatcher, statSync, watch } from 'node:fs'
import { extname } from 'node:path'
import { foldersIn } from './disk-files.ts'

/** After this many ms a change counts even if more keep coming. */
const queryDeadline = 1000

/** How often it is looked whether a folder is still the one that is watched, in ms. */
const rounds = 500

/**
 * Calls back once after every burst of changes anywhere below the folders. Each folder is watched by itself: Node's
 * recursive watch on Linux loses a file that another was renamed onto, which is how many editors save. A folder may be
 * removed and made again, or be a link that is turned elsewhere.
 * @param quiet how long folders must be quiet before a change counts, in ms: editors write a file in several steps
 */
export function watchFolders(folders: readonly string[], onChange: () => void, quiet = 40): { close: () => void } {
  let watchers: FSWatcher[] = []
  let watched = ''
  /** Whether the system refused to watch a folder: then every round counts as a change. */
  let isBlind = false
  let timer: NodeJS.Timeout | undefined
  let waitingSince = 0
  /** Whether more happened than that files were written in their places: then there may be other folders to watch. */
  let isMoved = false

  function changed(event?: unknown, name?: string | null): void {
    // A folder changes too when its permissions do.
    isMoved ||= event !== 'change' || extname(name ?? '') === ''
    const now = performance.now()
    if (timer === undefined) waitingSince = now
    clearTimeout(timer)
    timer = setTimeout(settle, Math.max(0, Math.min(quiet, waitingSince + queryDeadline - now)))
  }

  function settle(): void {
    timer = undefined
    if (isMoved) watchAll()
    onChange()
  }

  /** Watches the folders there are now, and lets go of those before only then, so that no change falls between. */
  function watchAll(): void {
    const before = watchers
    isBlind = false
    isMoved = false
    watched = identities()
    watchers = folders.flatMap(foldersIn).flatMap(watchOne)
    for (const watcher of before) watcher.close()
  }

  function watchOne(folder: string): FSWatcher[] {
    try {
      return [watch(folder, changed).on('error', changed)]
    } catch {
      // Gone since it was listed, or the system watches no more than it does already.
      isBlind ||= identityOf(folder) !== null
      return []
    }
  }

  function identities(): string {
    return folders.map(identityOf).join(' ')
  }

  watchAll()
  const round = setInterval(() => {
    if (isBlind || identities() !== watched) changed()
  }, rounds).unref()
  return {
    close() {
      clearTimeout(timer)
      clearInterval(round)
      for (const watcher of watchers) watcher.close()
    },
  }
}

/** Tells a folder from another at the same path; null when there is none. */
function identityOf(folder: string): string | null {
  try {
    const { dev, ino, birthtimeMs } = statSync(folder)
    return `${dev} ${ino} ${birthtimeMs}`
  } catch {
    return null
  }
}
