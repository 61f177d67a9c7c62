import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from './storage.ts'

const ends = new AsyncLocalStorage<number>()

/**
 * Runs something whose storage calls are all settled within `milliseconds` from now, one way or the other. It goes with
 * the request through every room, so that no two waits add up. Without it, calls wait as long as storage takes.
 */
export function withDeadline<T>(milliseconds: number, run: () => T): T {
  return ends.run(performance.now() + milliseconds, run)
}

/**
 * For whoever can do without an answer of storage: rejects with `StorageUnavailable` when there is none after so long.
 * What storage does goes on, as it must where others share its commit.
 */
export async function inTime<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new StorageUnavailable('Storage does not answer.')
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    // Neither is waited for any more, whichever way it ends.
    answer.catch(() => {})
    late.catch(() => {})
    over.abort()
  }
}

/** When the deadline of who is calling ends, on the clock of `performance.now()`; null: never. */
export function currentDeadline(): number | null {
  return ends.getStore() ?? null
}
