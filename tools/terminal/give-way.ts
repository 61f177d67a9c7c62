import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from '#server/storage/storage.ts'

/** Lets a server on this machine go first. */
export function giveWay(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}

/** Rest for each ms of work, in ms, and at most at a time: waiting for a slow reader is no work. */
const restPerWork = 2
const longestRest = 300

/**
 * Rests before each question. A database server knows nothing of our priority, and processors that share a core know
 * nothing of anybody's.
 */
export function sparing(storage: Storage): Storage {
  let rested = performance.now()
  return {
    ...storage,
    async read(statements) {
      await sleep(Math.min(restPerWork * (performance.now() - rested), longestRest))
      rested = performance.now()
      return storage.read(statements)
    },
  }
}
