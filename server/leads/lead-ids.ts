import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes fetched at a time: to ask the system for those of each id costs more than all else about it. */
const size = 4096

/** What an id takes of them. */
const share = 16

/** Ids of version 7, whose order is the order of time. @param now milliseconds since the epoch */
export function leadIds(now: () => number): () => string {
  const pool = new Uint8Array(size)
  let used = size
  const rng = () => {
    if (used === size) {
      randomFillSync(pool)
      used = 0
    }
    used += share
    return pool.subarray(used - share, used)
  }
  return () => v7({ msecs: now(), rng })
}
