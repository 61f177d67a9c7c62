import { AsyncLocalStorage } from 'node:async_hooks'

const ends = new AsyncLocalStorage<number>()

/**
 * Runs something whose storage calls are all settled within `milliseconds` from now, one way or the other. It goes with
 * the request through every room, so that no two waits add up. Without it, calls wait as long as storage takes.
 */
export function withPatience<T>(milliseconds: number, run: () => T): T {
  return ends.run(performance.now() + milliseconds, run)
}

/** When the patience of who is calling ends, on the clock of `performance.now()`; null: never. */
export function endOfPatience(): number | null {
  return ends.getStore() ?? null
}
